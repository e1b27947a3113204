// Two blocks that only point to each other are lost together.
// expect: FALSE(valid-memtrack)
#include <stdlib.h>
struct Node { struct Node *other; };
static void meet(void) {
  struct Node *a = malloc(sizeof *a);
  struct Node *b = malloc(sizeof *b);
  a->other = b;
  b->other = a;
}
int main(void) {
  meet();
  return 0;
}
