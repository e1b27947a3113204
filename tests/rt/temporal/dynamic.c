/* Arrays of variable length end with their block, alloca's memory with its function. */
#include <alloca.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char fallback[16] = "fallback";

__attribute__((noinline)) static char *make(int size, int stale) {
  char *text = alloca((size_t)size);
  memset(text, 'a', (size_t)size);
  return stale ? text : fallback;
}

__attribute__((noinline)) static int use_stack(void) {
  volatile char bytes[128] = "something else on the stack";
  return bytes[7];
}

int main(int argc, char **argv) {
  int bug = argc > 1 ? atoi(argv[1]) : 0;
  int sum = 0, one = 1;
  int *p = &one;
  for (int n = 3; n < 6; n++) {
    int row[n];
    for (int i = 0; i < n; i++) row[i] = i;
    sum += *p + row[n - 1]; // error 1: use-after-scope
    if (bug == 1) p = &row[1];
  }
  char *text = make(12, bug == 2);
  sum += use_stack();
  sum += text[3]; // error 2: use-after-return
  printf("%d\n", sum);
  return 0;
}
