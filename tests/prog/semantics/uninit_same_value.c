// The same bytes, read twice without a write between, give the same value.
// expect: TRUE
// needs: symbolic
#include <stdlib.h>
int main(void) {
  int *p = malloc(sizeof *p);
  int first = *p, second = *p;
  free(p);
  if (first != second) return *(int *)0;
  return 0;
}
