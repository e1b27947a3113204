// The second allocation fails and the first is freed.
// expect: TRUE
// options: --malloc-may-fail
// needs: symbolic
#include <stdlib.h>
struct Pair { int *a, *b; };
static int init(struct Pair *p) {
  p->a = malloc(sizeof *p->a);
  if (!p->a) return 0;
  p->b = malloc(sizeof *p->b);
  if (!p->b) free(p->a);
  return p->b != NULL;
}
int main(void) {
  struct Pair p;
  if (!init(&p)) return 1;
  free(p.a);
  free(p.b);
  return 0;
}
