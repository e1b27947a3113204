// A fresh one each time: two reads may differ.
// expect: FALSE(valid-deref) line 10
// needs: symbolic
#include <stdlib.h>
int main(void) {
  int *p = malloc(sizeof *p);
  int first = *p, second = *p;
  free(p);
  if (first != second)
    return *(int *)0; // bad
  return 0;
}
