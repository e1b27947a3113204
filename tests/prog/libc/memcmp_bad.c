// memcmp of more bytes than there are.
// expect: FALSE(valid-deref) line 8
#include <stdlib.h>
#include <string.h>
int main(void) {
  char *a = calloc(8, 1), *b = calloc(7, 1);
  int order = 0;
  if (a && b) order = memcmp(a, b, 8); // bad
  free(a);
  free(b);
  return order;
}
