// exit with a block that is still allocated.
// expect: FALSE(valid-memcleanup) line 10
// property: valid-memcleanup
// options: --engines symbolic
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
#include <stdlib.h>
static char *kept;
int main(void) {
  kept = malloc(10); // bad
  if (__VERIFIER_nondet_int()) exit(1);
  free(kept);
  return 0;
}
