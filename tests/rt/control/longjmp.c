/* longjmp ends functions without their ends being reached. */
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

static jmp_buf back;
static int *escaped;
static int spare = 4;

__attribute__((noinline)) static void deeper(int depth) {
  int local[4] = {depth, 1, 2, 3};
  escaped = &local[1];
  if (depth == 0) longjmp(back, 1);
  deeper(depth - 1);
  local[2]++;
}

__attribute__((noinline)) static int use(int depth) {
  int local[4] = {depth, 2, 3, 4};
  int *p = &local[depth % 4];
  return depth == 0 ? *p : *p + use(depth - 1);
}

int main(int argc, char **argv) {
  int bug = argc > 1 ? atoi(argv[1]) : 0;
  volatile int rounds = 0;
  int kept = 7, *p = &kept;
  if (setjmp(back) == 0 || ++rounds < 50) deeper(5);
  int sum = use(6) + *p;
  if (bug != 1) escaped = &spare;
  sum += *escaped; // error 1: use-after-return
  printf("%d %d\n", sum, (int)rounds);
  return 0;
}
