// Using it as an address is an invalid access.
// expect: FALSE(valid-deref) line 6
#include <stdlib.h>
int main(void) {
  int **p = malloc(sizeof *p);
  int value = **p; // bad
  free(p);
  return value;
}
