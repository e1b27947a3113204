// A pointer into the middle of a block keeps it alive.
// expect: TRUE
#include <stdlib.h>
struct Node { int value; struct Inner { int a, b; } inner; };
static int *kept;
int main(void) {
  struct Node *n = malloc(sizeof *n);
  kept = &n->inner.b;
  n = NULL;
  *kept = 4;
  return 0;
}
