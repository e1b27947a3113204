// realloc(p, 0) ends the old block; what it returns may be freed.
// expect: TRUE
#include <stdlib.h>
int main(void) {
  char *p = malloc(5);
  char *q = realloc(p, 0);
  free(q);
  return 0;
}
