// A mask that leaves the bounds of a number as they are, but not the number.
// expect: FALSE(valid-deref) line 13
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 5) return 0;
  int masked = n & 5;
  int *p = malloc(sizeof *p);
  *p = 1;
  if (n != masked) {
    free(p);
    return *p;
  }
  free(p);
  return 0;
}
