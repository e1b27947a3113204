// All of the usable size may be used.
// expect: TRUE
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  char *block = malloc(10);
  if (!block) return 0;
  memset(block, 1, malloc_usable_size(block));
  free(block);
  return 0;
}
