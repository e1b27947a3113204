// A constant expression that does not fit.
// expect: FALSE(no-overflow) line 6
// property: no-overflow
#include <limits.h>
int main(void) {
  int x = INT_MAX + 1; // bad
  return x;
}
