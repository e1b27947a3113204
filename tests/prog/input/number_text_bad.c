// The decimal text of a number needs room for its sign.
// expect: FALSE(valid-deref)
// needs: symbolic
#include <stdio.h>
short __VERIFIER_nondet_short(void);
int main(void) {
  char text[6];
  sprintf(text, "%d", __VERIFIER_nondet_short());
  return text[0];
}
