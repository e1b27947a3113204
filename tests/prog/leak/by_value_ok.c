// The pointer travels inside structs passed by value and comes back.
// expect: TRUE
#include <stdlib.h>
struct Slot { int used; char *data; };
static struct Slot pass(struct Slot s) {
  struct Slot copy = s;
  s.data = NULL;
  return copy;
}
int main(void) {
  struct Slot slot = {1, malloc(4)};
  slot = pass(slot);
  free(slot.data);
  return 0;
}
