// Assigning a whole struct overwrites the pointer in it.
// expect: FALSE(valid-memtrack) line 6
#include <stdlib.h>
struct Slot { int used; char *data; };
int main(void) {
  struct Slot slot = {1, malloc(4)}; // bad
  slot = (struct Slot){0};
  free(slot.data);
  return 0;
}
