/* Out of the bounds of a heap block, near and far, before and behind, read and written. */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  int bug = argc > 1 ? atoi(argv[1]) : 0;
  int *a = malloc(10 * sizeof *a), *b = malloc(10 * sizeof *b);
  for (int i = 0; i < 10; i++) a[i] = b[i] = i;
  long near = bug == 1 ? 10 : 9, before = bug == 2 ? -1 : 0;
  long far = bug == 3 ? b - a + 4 : 5, farther = bug == 4 ? 1000000 : 6;
  int sum = a[near]; // error 1: read-past
  a[before] = 3;     // error 2: write-before
  a[far] = 4;        // error 3: write-past
  sum += a[farther]; // error 4: read-past
  char *byte = (char *)(a + 9);
  byte += bug == 5 ? 2 : 0;
  sum += *(int *)(void *)byte; // error 5: read-past
  int *end = a + 10, *back = end - 1;
  printf("%d %d\n", sum, *back);
  free(a);
  free(b);
  return 0;
}
