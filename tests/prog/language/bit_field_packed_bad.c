// A bit-field at the end of a packed struct, in a block one byte short.
// expect: FALSE(valid-deref) line 8
#include <stdlib.h>
struct __attribute__((packed)) Header { unsigned char kind; unsigned length : 24; };
int main(void) {
  struct Header *h = malloc(sizeof *h - 1);
  h->kind = 1;
  h->length = 0x123456; // bad
  free(h);
  return 0;
}
