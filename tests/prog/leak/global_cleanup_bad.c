// But it is not freed either.
// expect: FALSE(valid-memcleanup) line 7
// property: valid-memcleanup
#include <stdlib.h>
static int *table;
int main(void) {
  table = malloc(40); // bad
  table[0] = 0;
  return table[0];
}
