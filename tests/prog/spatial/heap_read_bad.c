// The size was given in elements, malloc counts bytes.
// expect: FALSE(valid-deref) line 8
#include <stdlib.h>
int main(void) {
  int *table = malloc(10);
  table[0] = 1;
  table[1] = 2;
  int last = table[2]; // bad
  free(table);
  return last;
}
