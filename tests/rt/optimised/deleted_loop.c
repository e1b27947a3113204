/* A loop whose result nobody wants leaves its block. */
#include <stdlib.h>

int main(void) {
  long *block = calloc(20, sizeof *block), sum = 0;
  if (!block) return 1;
#ifdef FIXED
  for (int i = 0; i < 20; i++)
#else
  for (int i = 0; i < 21; i++)
#endif
    sum += block[i]; // error 1: read-past
  free(block);
  return 0;
}
