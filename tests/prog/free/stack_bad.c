// A small buffer on the stack, a large one on the heap, and the wrong test at the end.
// expect: FALSE(valid-free) line 8
#include <stdlib.h>
static void use(int n) {
  char small[16];
  char *buffer = n <= 16 ? small : malloc(n);
  buffer[n - 1] = 0;
  if (n >= 16) free(buffer); // bad
}
int main(void) {
  use(17);
  use(16);
  return 0;
}
