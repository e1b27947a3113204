// A pointer into a vector is kept over the vector's growth.
// expect: FALSE(valid-deref) line 11
#include <stdlib.h>
int main(void) {
  int *items = malloc(2 * sizeof *items);
  items[0] = 1;
  items[1] = 2;
  int *first = &items[0];
  items = realloc(items, 1000 * sizeof *items);
  items[2] = 3;
  *first = 4; // bad
  free(items);
  return 0;
}
