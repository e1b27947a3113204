/* A store out of bounds that nobody reads before the block is freed. */
#include <stdlib.h>

int main(void) {
  char *block = malloc(10);
  if (!block) return 1;
#ifdef FIXED
  block[9] = 'x';
#else
  block[10] = 'x'; // error 1: write-past
#endif
  free(block);
  return 0;
}
