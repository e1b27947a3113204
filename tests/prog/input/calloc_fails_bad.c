// The second of three allocations fails.
// expect: FALSE(valid-deref) line 8
// options: --malloc-may-fail
// needs: symbolic
#include <stdlib.h>
int main(void) {
  int *a = malloc(sizeof *a), *b = calloc(1, sizeof *b), *c = malloc(sizeof *c);
  if (a && c) *a = *c = *b; // bad
  free(a);
  free(b);
  free(c);
  return 0;
}
