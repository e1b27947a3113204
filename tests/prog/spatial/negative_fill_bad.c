// A length of at most 0 is either none or a huge one.
// expect: FALSE(valid-deref) line 8
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char to[16];
  int n = __VERIFIER_nondet_int();
  if (n <= 0) memset(to, 0, n); // bad
  return 0;
}
