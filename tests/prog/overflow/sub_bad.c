// Comparing by subtraction.
// expect: FALSE(no-overflow) line 6
// property: no-overflow
#include <limits.h>
static int compare(int a, int b) {
  return a - b; // bad
}
int main(void) { return compare(INT_MIN, 1) < 0; }
