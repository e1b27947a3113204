// The second allocation fails and the first is forgotten.
// expect: FALSE(valid-memtrack) line 8
// options: --malloc-may-fail
// needs: symbolic
#include <stdlib.h>
struct Pair { int *a, *b; };
static int init(struct Pair *p) {
  p->a = malloc(sizeof *p->a); // bad
  if (!p->a) return 0;
  p->b = malloc(sizeof *p->b);
  return p->b != NULL;
}
int main(void) {
  struct Pair p;
  if (!init(&p)) return 1;
  free(p.a);
  free(p.b);
  return 0;
}
