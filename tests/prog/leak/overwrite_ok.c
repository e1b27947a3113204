// The old block is freed first.
// expect: TRUE
#include <stdlib.h>
int main(void) {
  char *name = NULL;
  for (int i = 0; i < 2; i++) {
    free(name);
    name = malloc(4);
    name[0] = (char)i;
  }
  free(name);
  return 0;
}
