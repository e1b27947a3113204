// After shrinking, the cut-off part is outside.
// expect: FALSE(valid-deref) line 8
#include <stdlib.h>
int main(void) {
  char *p = malloc(8);
  p[7] = 1;
  p = realloc(p, 4);
  char last = p[7]; // bad
  free(p);
  return last;
}
