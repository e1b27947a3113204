// A move within the block reads bytes that only the same move writes.
// expect: UNKNOWN
// because: points proves what is safe and finds nothing; this must stay open
// property: valid-deref
// options: --engines points --malloc-may-fail
#include <stdlib.h>
#include <string.h>
struct Pair { int *a, *b, *c; };
static int number;

int main(void) {
  int sum = 0;
  for (int i = 0; i < 3; i++) {
    struct Pair *p = malloc(sizeof *p);
    if (!p) return 1;
    p->c = &number;
    memmove(p, &p->b, 2 * sizeof(int *));
    p->b = &number;
    sum += *p->a;
    free(p);
  }
  return sum;
}
