// A variable that was overwritten holds nothing at exit, although its register still does.
// expect: FALSE(valid-memtrack) line 5
#include <stdlib.h>
int main(void) {
  int *p = malloc(4);
  p = 0;
  exit(p != 0);
}
// not-instrumented: at the end of a run the runtime takes every word of the stack for a variable
