// The capacity is tested after the write.
// expect: FALSE(valid-deref) line 6
#include <stdlib.h>
struct Vector { int *items; int count, capacity; };
static void push(struct Vector *v, int item) {
  v->items[v->count++] = item; // bad
  if (v->count > v->capacity) {
    v->capacity *= 2;
    v->items = realloc(v->items, v->capacity * sizeof *v->items);
  }
}
int main(void) {
  struct Vector v = {malloc(4 * sizeof(int)), 0, 4};
  for (int i = 0; i < 6; i++) push(&v, i);
  free(v.items);
  return 0;
}
