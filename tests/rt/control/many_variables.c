/* So many variables begin that most numbers for blocks of 32 bits are used; those that live
 * on are what they were. */
// only: 32
#include <stdio.h>
#include <stdlib.h>

enum { ROUNDS = 24000000 };

static int *volatile last;

__attribute__((noinline)) static int next(const int *from) {
  int here = *from + 1;
  last = &here;
  return here;
}

int main(int argc, char **argv) {
  int bug = argc > 1 ? atoi(argv[1]) : 0;
  int *numbers = calloc(4, sizeof *numbers), sum = 0;
  for (int i = 0; i < ROUNDS; i++) {
    numbers[i & 3] = i;
    sum = next(&sum);
  }
  if (bug == 1) sum += numbers[sum / 6000000]; // error 1: read-past
  if (bug == 2) sum += *last;                  // error 2: use-after-return
  for (int i = 0; i < 4; i++) sum += numbers[i] - numbers[i];
  free(numbers);
  printf("%d\n", sum);
  return 0;
}
// output 0: 24000000
