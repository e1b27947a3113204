// A length that may be negative is a huge one, even where its largest value fits.
// expect: FALSE(valid-deref) line 8
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char to[16], from[16] = {0};
  int n = __VERIFIER_nondet_int();
  if (n < 16) memcpy(to, from, n); // bad
  return 0;
}
