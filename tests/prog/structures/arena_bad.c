// The arena's test forgets what the rounding added.
// expect: FALSE(valid-deref) line 17
#include <stdlib.h>
#include <string.h>
struct Arena { char *bytes; size_t used, size; };
static char *take(struct Arena *a, size_t size) {
  if (a->size - a->used < size) return NULL;
  char *p = a->bytes + a->used;
  a->used += (size + 7) & ~(size_t)7;
  return p;
}
int main(void) {
  struct Arena a = {malloc(21), 0, 21};
  for (int i = 0; i < 4; i++) {
    char *p = take(&a, 5);
    if (!p) break;
    memset(p, i, 5); // bad
  }
  free(a.bytes);
  return 0;
}
