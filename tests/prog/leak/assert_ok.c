// A failing assertion is no memory error.
// expect: TRUE
#include <assert.h>
#include <stdlib.h>
int main(void) {
  int *table = malloc(4);
  *table = 3;
  assert(*table == 4);
  free(table);
  return 0;
}
