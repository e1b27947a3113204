// The stale pointer is used only if the address did not come again.
// expect: FALSE(valid-deref) line 13
// options: --engines symbolic
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
#include <stdlib.h>
int main(void) {
  int *old = malloc(sizeof *old);
  *old = 1;
  free(old);
  int *young = malloc(sizeof *young);
  *young = 2;
  if (old != young) *old = 3; // bad
  free(young);
  return 0;
}
