// A stale pointer may be compared and copied.
// expect: TRUE
#include <stdlib.h>
#include "../require.h"
int main(void) {
  int *p = malloc(sizeof *p);
  int *copy = p;
  free(p);
  int *again = copy;
  require(p == copy && again == copy && p != NULL);
  return 0;
}
