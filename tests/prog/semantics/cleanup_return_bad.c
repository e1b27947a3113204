// memcleanup: a block is still allocated at return from main.
// expect: FALSE(valid-memcleanup) line 7
// property: valid-memcleanup
#include <stdlib.h>
static char *kept;
int main(void) {
  kept = malloc(3); // bad
  return 0;
}
