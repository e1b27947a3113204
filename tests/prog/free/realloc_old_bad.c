// realloc freed the old block already.
// expect: FALSE(valid-free) line 8
#include <stdlib.h>
int main(void) {
  char *old = malloc(4);
  char *grown = realloc(old, 4000);
  grown[3999] = 1;
  free(old); // bad
  free(grown);
  return 0;
}
