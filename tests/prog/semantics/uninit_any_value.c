// Reading uninitialised bytes gives any value; that is no error by itself.
// expect: TRUE
#include <stdlib.h>
#include "../require.h"
int main(void) {
  unsigned *p = malloc(2 * sizeof *p);
  p[1] = p[0];
  unsigned low = p[1] & 15;
  low = low * 0 + 3;
  require(low == 3);
  free(p);
  return 0;
}
