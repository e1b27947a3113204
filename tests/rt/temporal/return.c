/* Addresses of locals outlive the function: as its result, and through a parameter. */
#include <stdio.h>
#include <stdlib.h>

struct answer {
  int *where;
};

static int keep = 5;

__attribute__((noinline)) static int *address(int which) {
  int local = 6;
  int *p = which ? &local : &keep;
  return p;
}

__attribute__((noinline)) static void fill(struct answer *answer, int which) {
  int local[4] = {1, 2, 3, 4};
  answer->where = which ? &local[2] : &keep;
}

__attribute__((noinline)) static int reuse(void) {
  volatile int here[8] = {11, 12, 13, 14, 15, 16, 17, 18};
  return here[3];
}

int main(int argc, char **argv) {
  int bug = argc > 1 ? atoi(argv[1]) : 0;
  int *p = address(bug == 1);
  int sum = reuse();
  sum += *p; // error 1: use-after-return
  struct answer answer;
  fill(&answer, bug == 2);
  sum += reuse();
  *answer.where = sum; // error 2: use-after-return
  printf("%d\n", sum);
  return 0;
}
