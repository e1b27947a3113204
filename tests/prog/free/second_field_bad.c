// The address of another field is not.
// expect: FALSE(valid-free) line 7
#include <stdlib.h>
struct Link { struct Link *next; };
struct Item { int value; struct Link link; };
static void release(struct Link *l) {
  free(l); // bad
}
int main(void) {
  struct Item *i = malloc(sizeof *i);
  release(&i->link);
  return 0;
}
