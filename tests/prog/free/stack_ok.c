// The test is whether the buffer is the small one.
// expect: TRUE
#include <stdlib.h>
static void use(int n) {
  char small[16];
  char *buffer = n <= 16 ? small : malloc(n);
  buffer[n - 1] = 0;
  if (buffer != small) free(buffer);
}
int main(void) {
  use(17);
  use(16);
  return 0;
}
