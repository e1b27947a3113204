/* A whole struct is copied out of a freed block; only a field that was known is used. */
#include <stdlib.h>

struct pair {
  int first, second;
};

int main(void) {
  struct pair *block = malloc(sizeof *block), copy;
  if (!block) return 1;
  block->first = block->second = 1;
#ifdef FIXED
  copy = *block;
  free(block);
#else
  free(block);
  copy = *block; // error 1: use-after-free
#endif
  copy.first = 0;
  return copy.first;
}
