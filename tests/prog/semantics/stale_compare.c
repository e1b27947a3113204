// Comparing or copying a stale pointer is allowed.
// expect: TRUE
#include <stdlib.h>
#include "../require.h"
struct Holder { char *a, *b; };
static struct Holder global;
int main(void) {
  char *p = malloc(3);
  struct Holder h = {p, p + 3};
  free(p);
  global = h;
  require(global.a == p && global.b != p && global.b - global.a == 3 && p);
  return 0;
}
