// It has no byte.
// expect: FALSE(valid-deref) line 6
#include <stdlib.h>
int main(void) {
  char *p = malloc(0);
  *p = 1; // bad
  free(p);
  return 0;
}
