// p = realloc(p, ...) loses the block when realloc fails.
// expect: FALSE(valid-memtrack) line 7
// options: --malloc-may-fail
// needs: symbolic
#include <stdlib.h>
int main(void) {
  char *p = malloc(4); // bad
  if (!p) return 0;
  p = realloc(p, 8);
  free(p);
  return 0;
}
