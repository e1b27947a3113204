// An index is kept instead, and the old content came along.
// expect: TRUE
#include <stdlib.h>
#include "../require.h"
int main(void) {
  int *items = malloc(2 * sizeof *items);
  items[0] = 1;
  items[1] = 2;
  int first = 0;
  items = realloc(items, 1000 * sizeof *items);
  items[999] = 3;
  items[first] += 4;
  require(items[0] == 5 && items[1] == 2);
  items = realloc(items, sizeof *items);
  require(items[0] == 5);
  free(items);
  return 0;
}
