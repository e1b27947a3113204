// A flexible array member without its share of the block.
// expect: FALSE(valid-deref) line 9
#include <stdlib.h>
struct Message { int length; int words[]; };
static struct Message *make(int n) {
  struct Message *m = malloc(sizeof *m + n);
  m->length = n;
  for (int i = 0; i < n; i++)
    m->words[i] = i; // bad
  return m;
}
int main(void) {
  free(make(5));
  return 0;
}
