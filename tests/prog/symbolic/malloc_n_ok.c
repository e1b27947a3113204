// A block of as many numbers as an input says.
// expect: TRUE
// options: --engines symbolic
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
#include <stdlib.h>
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), i = __VERIFIER_nondet_uint();
  if (n > 100000 || i >= n) return 0;
  short *p = malloc(n * sizeof *p);
  p[i] = 1;
  p[n - 1 - i] = 2;
  p[(n + i) / 2 > n - 1 ? 0 : (n + i) / 2] = 3;
  free(p);
  return 0;
}
