// An arena hands out pieces of one block.
// expect: TRUE
#include <stdlib.h>
#include "../require.h"
struct Arena { char *bytes; size_t used, size; };
static void *take(struct Arena *a, size_t size) {
  size = (size + 7) & ~(size_t)7;
  if (a->size - a->used < size) return NULL;
  void *p = a->bytes + a->used;
  a->used += size;
  return p;
}
struct Node { struct Node *next; int value; };
int main(void) {
  struct Arena a = {malloc(256), 0, 256};
  struct Node *list = NULL;
  int count = 0;
  for (;;) {
    struct Node *n = take(&a, sizeof *n);
    if (!n) break;
    *n = (struct Node){list, count++};
    list = n;
  }
  require(count == (int)(256 / sizeof(struct Node)) && list->next->value == count - 2);
  free(a.bytes);
  return 0;
}
