// A tagged pointer: an integer in between, its low bit set and taken away.
// expect: TRUE
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
  number |= 1;
  int *q = (int *)(number & ~(uintptr_t)1);
  *q = 1;
  free(p);
  return 0;
}
