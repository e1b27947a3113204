// At exit the scope of the only variable is over.
// expect: FALSE(valid-memtrack) line 6
#include <stdlib.h>
int main(void) {
  {
    int *p = malloc(4);
    *p = 1;
  }
  exit(0);
}
// not-instrumented: at the end of a run the runtime takes every word of the stack for a variable
