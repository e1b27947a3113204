// main returns while the only pointer is one of its locals.
// expect: FALSE(valid-memtrack) line 5
#include <stdlib.h>
int main(void) {
  int *table = malloc(40); // bad
  table[0] = 1;
  return table[0];
}
