// The decimal text of a number has room for its sign.
// expect: TRUE
// needs: symbolic
#include <stdio.h>
short __VERIFIER_nondet_short(void);
int main(void) {
  char text[7];
  sprintf(text, "%d", __VERIFIER_nondet_short());
  return text[0];
}
