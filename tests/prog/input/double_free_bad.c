// Two conditions on inputs that can hold together.
// expect: FALSE(valid-free) line 10
// needs: symbolic
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a = __VERIFIER_nondet_int();
  char *p = malloc(1);
  if (a > 100) free(p);
  if (a < 102) free(p); // bad
  return 0;
}
