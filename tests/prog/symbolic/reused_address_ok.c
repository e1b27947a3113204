// Whether the address comes again or not, only the young pointer is used.
// expect: TRUE
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
  if (old == young) *young = 3;
  free(young);
  return 0;
}
