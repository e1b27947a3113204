// Blocks from the other allocators are freed as usual.
// expect: TRUE
// native: compare
#define _GNU_SOURCE
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  void *block = NULL;
  if (posix_memalign(&block, 64, 100) != 0) return 0;
  memset(block, 1, 100);
  free(block);
  char *other = aligned_alloc(16, 32);
  if (other) other[31] = 1;
  other = reallocarray(other, 10, 10);
  if (other) other[99] = 1;
  free(other);
  return 0;
}
