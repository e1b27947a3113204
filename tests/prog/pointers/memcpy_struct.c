// Pointers inside structs copied by memcpy and memmove, on the stack and the heap.
// expect: TRUE
#include <stdlib.h>
#include <string.h>
#include "../require.h"
struct View { int *from, *end; };
int main(void) {
  int values[4] = {1, 2, 3, 4};
  struct View views[3] = {{values, values + 4}, {values + 1, values + 2}, {0, 0}};
  memmove(views + 1, views, 2 * sizeof *views);
  struct View *copy = malloc(sizeof views);
  memcpy(copy, views, sizeof views);
  require(copy[1].end - copy[1].from == 4 && *copy[2].from == 2);
  free(copy);
  return 0;
}
