// A pointer copied byte by byte through a union.
// expect: TRUE
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
  if (__VERIFIER_nondet_int()) memcpy(&b, &a, sizeof b);
  *b.pointer = 1;
  free(a.pointer);
  return 0;
}
