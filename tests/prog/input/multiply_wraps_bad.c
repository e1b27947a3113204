// The size of the block wraps around, the loop does not.
// arch: 32
// expect: FALSE(valid-deref) line 11
// needs: symbolic
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n == 0) return 0;
  int *values = malloc(n * sizeof *values);
  values[0] = 1; // bad
  free(values);
  return 0;
}
