/* The variable of a loop's body is another one in every iteration. */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  int bug = argc > 1 ? atoi(argv[1]) : 0;
  int first = 0, sum = 0;
  int *last = &first;
  for (int i = 0; i < 4; i++) {
    int square = i * i;
    int *now = &square;
    *now += 1;
    sum += *last; // error 1: use-after-scope
    last = bug == 1 ? &square : &first;
    first = square;
  }
  printf("%d\n", sum);
  return 0;
}
