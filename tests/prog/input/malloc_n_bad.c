// A block of n bytes, and a write at n, whatever n is.
// expect: FALSE(valid-deref) line 10
// needs: symbolic
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 1000) return 0;
  char *p = malloc(n);
  p[n] = 0; // bad
  free(p);
  return 0;
}
