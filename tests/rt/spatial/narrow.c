/* The same errors in a 32-bit program. */
// only: 32
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct pair {
  int *left, *right;
};

int main(int argc, char **argv) {
  int bug = argc > 1 ? atoi(argv[1]) : 0;
  struct pair from = {malloc(8), malloc(8)}, to;
  from.left[0] = from.right[0] = 1;
  memcpy(&to, &from, sizeof to);
  free(from.left);
  from.left = malloc(8);
  from.left[0] = 2;
  if (bug != 1) to = from;
  int sum = to.left[0]; // error 1: use-after-free
  sum += to.right[bug == 2 ? 2 : 0]; // error 2: read-past
  printf("%d\n", sum);
  free(from.left);
  free(from.right);
  return 0;
}
