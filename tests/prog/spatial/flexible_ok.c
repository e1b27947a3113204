// The flexible array member's elements are counted in bytes.
// expect: TRUE
#include <stdlib.h>
#include "../require.h"
struct Message { int length; int words[]; };
static struct Message *make(int n) {
  struct Message *m = malloc(sizeof *m + n * sizeof m->words[0]);
  m->length = n;
  for (int i = 0; i < n; i++) m->words[i] = i;
  return m;
}
int main(void) {
  struct Message *m = make(5);
  require(m->words[4] == 4);
  free(m);
  return 0;
}
