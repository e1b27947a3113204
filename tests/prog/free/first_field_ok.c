// The address of the first field is the address of the block.
// expect: TRUE
#include <stdlib.h>
struct Head { int kind; };
struct Whole { struct Head head; int body; };
static void release(struct Head *h) { free(h); }
int main(void) {
  struct Whole *w = malloc(sizeof *w);
  release(&w->head);
  return 0;
}
