// The 0 goes behind the last of n characters.
// expect: FALSE(valid-deref) line 12
// options: --engines symbolic
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
#include <alloca.h>
int main(void) {
  unsigned n = __VERIFIER_nondet_uint() % 500 + 1;
  int line[n];
  char *text = alloca(n);
  line[n - 1] = 3;
  text[n] = 0; // bad
  return 0;
}
