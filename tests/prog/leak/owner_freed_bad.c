// The block that held the last pointer is freed.
// expect: FALSE(valid-memtrack) line 7
#include <stdlib.h>
struct Buffer { char *bytes; };
int main(void) {
  struct Buffer *b = malloc(sizeof *b);
  b->bytes = malloc(8); // bad
  b->bytes[0] = 0;
  free(b);
  return 0;
}
