// Twice the tag, and only half of it taken away.
// expect: FALSE(valid-deref) line 15
// options: --engines symbolic
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
#include <stdint.h>
#include <stdlib.h>
int main(void) {
  unsigned n = __VERIFIER_nondet_uint() % 8;
  int *p = malloc(8 * sizeof *p);
  uintptr_t number = (uintptr_t)p;
  number += n * sizeof *p;
  number += 32;
  int *q = (int *)(number & ~(uintptr_t)0);
  *q = 1; // bad
  free(p);
  return 0;
}
