/* Both ways of a condition read out of bounds give the same. */
#include <stdlib.h>

int main(void) {
  unsigned char *flags = calloc(8, 1);
  if (!flags) return 1;
#ifdef FIXED
  int index = 7;
#else
  int index = 8;
#endif
  int result = flags[index] ? 0 : 0; // error 1: read-past
  free(flags);
  return result;
}
