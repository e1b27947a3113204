// The one quotient that does not fit is excluded.
// expect: TRUE
// property: no-overflow
#include <limits.h>
static int divide(int a, int b) {
  if (b == 0 || (a == INT_MIN && b == -1)) return 0;
  return a / b;
}
int main(void) { return divide(INT_MIN, -1) + divide(INT_MIN, 2) + 1073741824; }
