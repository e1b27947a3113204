// Clearing a struct by memset loses the pointer in it.
// expect: FALSE(valid-memtrack) line 8
#include <stdlib.h>
#include <string.h>
struct Slot { int used; char *data; };
static struct Slot slots[2];
int main(void) {
  slots[1].data = malloc(4); // bad
  slots[1].data[0] = 1;
  memset(slots, 0, sizeof slots);
  return 0;
}
