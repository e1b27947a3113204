// The length is read from a record that was just freed.
// expect: FALSE(valid-deref) line 11
#include <stdlib.h>
struct Buffer { int length; char *bytes; };
int main(void) {
  struct Buffer *b = malloc(sizeof *b);
  b->length = 3;
  b->bytes = malloc(3);
  free(b->bytes);
  free(b);
  return b->length; // bad
}
