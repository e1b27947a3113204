// Bytes that a shorter block did not have are gone.
// expect: FALSE(valid-deref) line 13
// options: --engines symbolic
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
#include <stdlib.h>
int main(void) {
  unsigned i = __VERIFIER_nondet_uint() % 20, table[4] = {0};
  unsigned char *p = calloc(20, 1);
  p[i] = 1;
  p = realloc(p, 5);
  p = realloc(p, 20);
  table[p[5]] = 1; // bad
  free(p);
  return 0;
}
