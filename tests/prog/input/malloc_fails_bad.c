// Nobody asks whether malloc failed.
// expect: FALSE(valid-deref) line 8
// options: --malloc-may-fail
// needs: symbolic
#include <stdlib.h>
int main(void) {
  int *p = malloc(sizeof *p);
  *p = 1; // bad
  free(p);
  return 0;
}
