// What was lost before abort() stays lost.
// expect: FALSE(valid-memtrack) line 6
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int *p = malloc(4), **q = &p;
  if (__VERIFIER_nondet_int()) {
    *q = 0;
    abort();
  }
  free(p);
  return 0;
}
// not-instrumented: at the end of a run the runtime takes every word of the stack for a variable
