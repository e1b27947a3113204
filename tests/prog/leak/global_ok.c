// A block that a global points to at the end is not lost.
// expect: TRUE
// property: valid-memsafety
#include <stdlib.h>
static int *table;
int main(void) {
  table = malloc(40);
  table[0] = 0;
  return table[0];
}
