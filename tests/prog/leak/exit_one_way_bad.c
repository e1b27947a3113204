// On one way the variable is overwritten before exit.
// expect: FALSE(valid-memtrack) line 6
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int *p = malloc(4);
  if (__VERIFIER_nondet_int()) p = 0;
  exit(p == 0);
}
// not-instrumented: at the end of a run the runtime takes every word of the stack for a variable
