// Dead objects stay distinct from whatever later gets their address.
// expect: FALSE(valid-deref) line 10
#include <stdlib.h>
int main(void) {
  char *old = malloc(24);
  free(old);
  for (int i = 0; i < 8; i++) {
    char *young = malloc(24);
    young[0] = 1;
    if (i == 7) old[0] = 2; // bad
    free(young);
  }
  return 0;
}
