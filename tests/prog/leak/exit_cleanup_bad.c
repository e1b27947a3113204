// The same exit leaves blocks allocated.
// expect: FALSE(valid-memcleanup) line 7
// property: valid-memcleanup
#include <stdlib.h>
static void fatal(void) { exit(0); }
int main(void) {
  int *table = malloc(4); // bad
  *table = 3;
  fatal();
  free(table);
  return 0;
}
