// A free list threaded through a static array.
// expect: TRUE
#include <stddef.h>
#include "../require.h"
union Cell { union Cell *next; long payload[2]; };
static union Cell cells[4], *available;
static void init(void) {
  for (int i = 0; i < 4; i++) {
    cells[i].next = available;
    available = &cells[i];
  }
}
static void *take(void) {
  union Cell *c = available;
  if (c) available = c->next;
  return c;
}
static void give(void *p) {
  union Cell *c = p;
  c->next = available;
  available = c;
}
int main(void) {
  init();
  long *a = take(), *b = take();
  a[0] = a[1] = 1;
  b[0] = b[1] = 2;
  give(a);
  require(take() == a && take() != NULL && take() != NULL && take() == NULL);
  return 0;
}
