// Freed at the end.
// expect: TRUE
// property: valid-memcleanup
#include <stdlib.h>
static int *table;
int main(void) {
  table = malloc(40);
  table[0] = 0;
  int first = table[0];
  free(table);
  return first;
}
