// The stale pointer is used only if the address came again: it is stale all the same.
// expect: UNKNOWN
// options: --engines symbolic
// because: a replay never uses an address again, so it cannot confirm the error
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
#include <stdlib.h>
int main(void) {
  int *old = malloc(sizeof *old);
  *old = 1;
  free(old);
  int *young = malloc(sizeof *young);
  *young = 2;
  if (old == young) *old = 3; // bad
  free(young);
  return 0;
}
