// Content first, then the owner.
// expect: TRUE
#include <stdlib.h>
struct Buffer { char *bytes; };
int main(void) {
  struct Buffer *b = malloc(sizeof *b);
  b->bytes = malloc(8);
  b->bytes[0] = 0;
  free(b->bytes);
  free(b);
  return 0;
}
