// The smallest int has no negative.
// expect: FALSE(no-overflow) line 6
// property: no-overflow
#include <limits.h>
static int absolute(int x) {
  return x < 0 ? -x : x; // bad
}
int main(void) { return absolute(INT_MIN) < 0; }
