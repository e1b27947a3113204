// Casting const away is fine while the object itself is not const.
// expect: TRUE
#include "../require.h"
static int limits[3] = {10, 20, 30};
static void raise_limit(const int *limit) { *(int *)limit = 99; }
int main(void) {
  raise_limit(&limits[1]);
  require(limits[1] == 99);
  return 0;
}
