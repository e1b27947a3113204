// Two owners of one block, both free it.
// expect: FALSE(valid-free) line 6
#include <stdlib.h>
struct Person { char *name; };
static void destroy(struct Person *p) {
  free(p->name); // bad
  p->name = NULL;
}
int main(void) {
  struct Person a = {malloc(4)};
  struct Person b = a;
  destroy(&a);
  destroy(&b);
  return 0;
}
