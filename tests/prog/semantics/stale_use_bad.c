// Using it is not.
// expect: FALSE(valid-deref) line 10
#include <stdlib.h>
struct Holder { char *a, *b; };
static struct Holder global;
int main(void) {
  char *p = malloc(3);
  global = (struct Holder){p, p + 2};
  free(p);
  return *global.b; // bad
}
