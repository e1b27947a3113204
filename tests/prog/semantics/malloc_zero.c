// malloc(0) is a block of size 0: it is not null, and it is freed.
// expect: TRUE
#include <stdlib.h>
#include "../require.h"
int main(void) {
  char *p = malloc(0), *q = malloc(0), *r = calloc(0, 4);
  require(p && q && r && p != q);
  free(p);
  free(q);
  free(r);
  return 0;
}
