// The only pointer to a block is overwritten.
// expect: FALSE(valid-memtrack) line 7
#include <stdlib.h>
int main(void) {
  char *name = NULL;
  for (int i = 0; i < 2; i++) {
    name = malloc(4); // bad
    name[0] = (char)i;
  }
  free(name);
  return 0;
}
