// A variable holds its block at exit, on whatever way it got it; numbers hold too.
// expect: TRUE
#include <stdint.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static void leave(void) { exit(0); }
int main(void) {
  int *p = malloc(4), *q = p;
  uintptr_t number = (uintptr_t)malloc(8);
  p = 0;
  if (__VERIFIER_nondet_int()) {
    p = q;
    q = 0;
  }
  if (__VERIFIER_nondet_int()) leave();
  free(p ? p : q);
  free((void *)number);
  return 0;
}
