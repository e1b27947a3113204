// The old block is gone.
// expect: FALSE(valid-deref) line 7
#include <stdlib.h>
int main(void) {
  char *p = calloc(5, 1);
  char *q = realloc(p, 0);
  char c = *p; // bad
  free(q);
  return c;
}
