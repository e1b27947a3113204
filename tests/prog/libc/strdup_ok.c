// Copies on the heap, freed.
// expect: TRUE
// native: compare
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  char full[3] = {'a', 'b', 'c'};
  char *a = strdup("hello"), *b = strndup(full, 3), *c = strndup("abcdef", 2);
  if (a && b && c) printf("%s %s %s\n", a, b, c);
  free(a);
  free(b);
  free(c);
  return 0;
}
