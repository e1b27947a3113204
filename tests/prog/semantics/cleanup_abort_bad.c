// All memory is to be freed before the program ends, and abort ends it.
// expect: FALSE(valid-memcleanup) line 6
// property: valid-memcleanup
#include <stdlib.h>
int main(void) {
  char *kept = malloc(3);
  kept[0] = 1;
  abort();
}
