// What was there stays when a block gets longer.
// expect: TRUE
// options: --engines symbolic
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
#include <stdlib.h>
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), i = __VERIFIER_nondet_uint();
  if (n < 4 || n > 50 || i >= n) return 0;
  unsigned char *p = calloc(n, 1);
  int table[4] = {0};
  p[i] = 1;
  p = realloc(p, 2 * n);
  table[p[n - 1]] = 1;
  free(p);
  return 0;
}
