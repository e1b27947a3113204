// One of three blocks, which an input chooses.
// expect: TRUE
// options: --engines symbolic
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
#include <stdlib.h>
int main(void) {
  char *blocks[3];
  for (int i = 0; i < 3; i++) blocks[i] = malloc(4 + i);
  unsigned n = __VERIFIER_nondet_uint() % 3;
  char *p = blocks[n];
  p[3 + n] = 1;
  for (int i = 0; i < 3; i++) free(blocks[i]);
  return 0;
}
