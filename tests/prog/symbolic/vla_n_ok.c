// Locals as long as an input says.
// expect: TRUE
// options: --engines symbolic
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
#include <alloca.h>
int main(void) {
  unsigned n = __VERIFIER_nondet_uint() % 500 + 1;
  int line[n];
  char *text = alloca(n);
  line[n - 1] = 3;
  text[n - 1] = 0;
  return 0;
}
