// One byte of the copy is written over.
// expect: FALSE(valid-deref) line 14
// options: --engines symbolic
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
#include <stdlib.h>
#include <string.h>
union Any { int *pointer; unsigned char bytes[sizeof(int *)]; };
int main(void) {
  union Any a, b;
  a.pointer = malloc(sizeof(int));
  for (unsigned i = 0; i < sizeof a.bytes; i++) b.bytes[i] = a.bytes[i];
  if (__VERIFIER_nondet_int()) b.bytes[1] ^= 4;
  *b.pointer = 1; // bad
  free(a.pointer);
  return 0;
}
