// Assigning a struct reads all of it, also where only its head was allocated.
// expect: FALSE(valid-deref) line 9
#include <stdlib.h>
struct Small { int tag; };
struct Large { int tag; long data[4]; };
int main(void) {
  struct Large *p = malloc(sizeof(struct Small));
  p->tag = 1;
  struct Large copy = *p; // bad
  free(p);
  return copy.tag;
}
