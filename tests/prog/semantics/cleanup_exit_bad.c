// The same at exit.
// expect: FALSE(valid-memcleanup) line 6
// property: valid-memcleanup
#include <stdlib.h>
int main(void) {
  char *kept = malloc(3); // bad
  kept[0] = 1;
  exit(0);
}
