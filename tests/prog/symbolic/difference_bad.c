// The distance of two objects is no index.
// expect: FALSE(valid-deref) line 13
// options: --engines symbolic
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
#include <stddef.h>
static char table[16];
int main(void) {
  unsigned n = __VERIFIER_nondet_uint() % 16;
  char *p = table + n, other[16];
  ptrdiff_t d = p - other;
  char *base = other;
  base[d] = 1; // bad
  return other - other;
}
