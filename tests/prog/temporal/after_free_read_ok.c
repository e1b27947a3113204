// The length is read while the record lives.
// expect: TRUE
#include <stdlib.h>
struct Buffer { int length; char *bytes; };
int main(void) {
  struct Buffer *b = malloc(sizeof *b);
  b->length = 3;
  b->bytes = malloc(3);
  int length = b->length;
  free(b->bytes);
  free(b);
  return length - 3;
}
