// A reference count decides who frees.
// expect: TRUE
#include <stdlib.h>
struct Name { int references; char text[4]; };
struct Person { struct Name *name; };
static void drop(struct Person *p) {
  if (--p->name->references == 0) free(p->name);
  p->name = NULL;
}
int main(void) {
  struct Person a = {malloc(sizeof(struct Name))};
  a.name->references = 1;
  struct Person b = a;
  b.name->references++;
  drop(&a);
  drop(&b);
  return 0;
}
