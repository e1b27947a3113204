/* A store before the start is followed by one that makes it useless to the optimiser. */
#include <stdlib.h>

static void set(int *array, int index) {
  array[index] = 1; // error 1: write-before
  array[index] = 2;
}

int main(void) {
  int *block = malloc(3 * sizeof *block);
  if (!block) return 1;
#ifdef FIXED
  set(block, 0);
#else
  set(block, -1);
#endif
  free(block);
  return 0;
}
