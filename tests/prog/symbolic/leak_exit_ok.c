// Every way out frees the block that a variable keeps.
// expect: TRUE
// property: valid-memcleanup
// options: --engines symbolic
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
#include <stdlib.h>
static char *kept;
int main(void) {
  kept = malloc(10);
  if (__VERIFIER_nondet_int()) { free(kept); exit(1); }
  free(kept);
  return 0;
}
