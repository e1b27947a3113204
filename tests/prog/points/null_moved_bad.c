// Null moved by a number that is half of an address, twice, is an address: what follows is reached.
// expect: UNKNOWN
// because: pointer made from an integer of unknown origin
#include <stdint.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static uintptr_t hide(int *q) { return (uintptr_t)q; }
struct s { char *base; uintptr_t off; };
int main(void) {
  int x = 0, a[4] = {0};
  struct s s = {NULL, 0};
  s.off = hide(&x) / 2;
  int n = __VERIFIER_nondet_int();
  char *p = s.base + s.off;
  p += s.off;
  *p = 1;
  if (n < 0 || n > 4) return 0;
  return a[n];
}
