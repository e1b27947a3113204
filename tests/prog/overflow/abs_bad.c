// expect: FALSE(no-overflow) line 6
// property: no-overflow
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = abs(__VERIFIER_nondet_int()); // bad
  return x > 3;
}
