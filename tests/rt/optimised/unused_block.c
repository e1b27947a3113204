/* A block that is only written: allocation, stores and free may all be removed. */
#include <stdlib.h>

int main(void) {
  int *block = malloc(2 * sizeof *block);
  if (!block) return 1;
  block[0] = 1;
#ifdef FIXED
  block[1] = 2;
#else
  block[2] = 2; // error 1: write-past
#endif
  free(block);
  return 0;
}
