// One byte behind such a block.
// expect: FALSE(valid-deref) line 7
#include <stdlib.h>
int main(void) {
  char *block = aligned_alloc(16, 32);
  if (!block) return 0;
  block[32] = 1; // bad
  free(block);
  return 0;
}
