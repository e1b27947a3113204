// What a longer block has more is uninitialised, also if the block was of zeros.
// expect: FALSE(valid-deref) line 14
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
  table[p[2 * n - 1]] = 1; // bad
  free(p);
  return 0;
}
