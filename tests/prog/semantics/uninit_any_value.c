// Reading uninitialised bytes gives any value; that is no error by itself.
// expect: TRUE
#include <stdlib.h>
#include "../require.h"
int main(void) {
  unsigned *p = malloc(2 * sizeof *p);
  p[1] = p[0];
  unsigned sum = p[0] + p[1] + 1;
  p[0] = 3;
  require(p[0] == 3);
  free(p);
  return sum & 0;
}
