// The allocator may hand the freed address out again; the stale pointer stays stale.
// expect: FALSE(valid-deref) line 9
#include <stdlib.h>
int main(void) {
  int *old = malloc(sizeof *old);
  free(old);
  int *young = malloc(sizeof *young);
  *young = 1;
  *old = 2; // bad
  free(young);
  return 0;
}
