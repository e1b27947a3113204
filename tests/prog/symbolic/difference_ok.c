// The difference of two pointers into one object is an index of another.
// expect: TRUE
// options: --engines symbolic
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
#include <stddef.h>
static char table[16];
int main(void) {
  unsigned n = __VERIFIER_nondet_uint() % 16;
  char *p = table + n, other[16];
  ptrdiff_t d = p - table;
  char *base = other;
  base[d] = 1;
  return other - other;
}
