/* What is read out of bounds is never used. */
#include <stdlib.h>

int main(void) {
  int *block = malloc(4 * sizeof *block);
  if (!block) return 1;
#ifdef FIXED
  int last = block[3] = 1;
#else
  int last = block[4]; // error 1: read-past
#endif
  (void)last;
  free(block);
  return 0;
}
