// Somebody does.
// expect: TRUE
// options: --malloc-may-fail
// needs: symbolic
#include <stdlib.h>
int main(void) {
  int *p = malloc(sizeof *p);
  if (p) *p = 1;
  free(p);
  return 0;
}
