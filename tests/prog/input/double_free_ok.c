// Two conditions of which exactly one holds.
// expect: TRUE
// needs: symbolic
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a = __VERIFIER_nondet_int();
  char *p = malloc(1);
  if (a > 100) free(p);
  if (a < 101) free(p);
  return 0;
}
