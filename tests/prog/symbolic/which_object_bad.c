// The place fits only the larger two of three blocks.
// expect: FALSE(valid-deref) line 12
// options: --engines symbolic
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
#include <stdlib.h>
int main(void) {
  char *blocks[3];
  for (int i = 0; i < 3; i++) blocks[i] = malloc(4 + i);
  unsigned n = __VERIFIER_nondet_uint() % 3;
  char *p = blocks[n];
  p[4] = 1; // bad
  for (int i = 0; i < 3; i++) free(blocks[i]);
  return 0;
}
