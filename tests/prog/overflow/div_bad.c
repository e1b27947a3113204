// The one quotient that does not fit.
// expect: FALSE(no-overflow) line 7
// property: no-overflow
#include <limits.h>
static int divide(int a, int b) {
  if (b == 0) return 0;
  return a / b; // bad
}
int main(void) { return divide(INT_MIN, -1) & 1; }
