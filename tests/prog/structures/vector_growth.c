// A vector that doubles by realloc.
// expect: TRUE
#include <stdlib.h>
#include "../require.h"
struct Vector { int *items; int count, capacity; };
static void push(struct Vector *v, int item) {
  if (v->count == v->capacity) {
    v->capacity = v->capacity ? v->capacity * 2 : 1;
    v->items = realloc(v->items, v->capacity * sizeof *v->items);
  }
  v->items[v->count++] = item;
}
int main(void) {
  struct Vector v = {0};
  for (int i = 0; i < 100; i++) push(&v, i * 3);
  require(v.capacity == 128 && v.items[99] == 297 && v.items[0] == 0);
  free(v.items);
  return 0;
}
