/* A value is read after free and multiplied by zero. */
#include <stdlib.h>

int main(void) {
  int *block = malloc(sizeof *block), result;
  if (!block) return 1;
  *block = 7;
#ifdef FIXED
  result = *block * 0;
  free(block);
#else
  free(block);
  result = *block * 0; // error 1: use-after-free
#endif
  return result;
}
