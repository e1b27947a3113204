// The end of one block is not the start of the next.
// expect: FALSE(valid-free) line 7
#include <stdlib.h>
int main(void) {
  char *a = malloc(16);
  a[0] = 0;
  free(a + 16); // bad
  return 0;
}
