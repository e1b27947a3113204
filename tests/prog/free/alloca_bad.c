// alloca's memory ends by itself.
// expect: FALSE(valid-free) line 8
#include <alloca.h>
#include <stdlib.h>
int main(void) {
  char *scratch = alloca(8);
  scratch[0] = 0;
  free(scratch); // bad
  return 0;
}
