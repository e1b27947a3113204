// A recursion some thousand frames deep.
// expect: TRUE
#include "../require.h"
static int count(int n) { return n == 0 ? 0 : 1 + count(n - 1); }
int main(void) {
  require(count(3000) == 3000);
  return 0;
}
