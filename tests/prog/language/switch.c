// Fall-through, a default in the middle, ranges, and cases far apart.
// expect: TRUE
#include "../require.h"
static int classify(long long n) {
  int result = 0;
  switch (n) {
  case 1: result += 1; /* fall through */
  case 2: result += 10; break;
  default: result = -1; break;
  case -5: result = 5; break;
  case 1000000000000ll: result = 12; break;
  case 40 ... 49: result = 4; break;
  }
  return result;
}
int main(void) {
  require(classify(1) == 11 && classify(2) == 10 && classify(3) == -1);
  require(classify(-5) == 5 && classify(1000000000000ll) == 12);
  require(classify(40) == 4 && classify(49) == 4 && classify(50) == -1);
  return 0;
}
