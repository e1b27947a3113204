// 64-bit arithmetic, also where words have 32 bits.
// expect: TRUE
#include "../require.h"
int main(void) {
  volatile long long a = 1234567890123ll, b = -987654ll;
  volatile unsigned long long c = 0xfedcba9876543210ull;
  require(a * b == -1219325914951541442ll && a / b == -1250000 && a % b == 390123ll);
  require(c / 10 == 1836475854449306472ull && c % 10 == 0);
  require(c >> 60 == 15 && (long long)c >> 60 == -1 && a << 3 == 9876543120984ll);
  require((int)a == 1912276171 && (unsigned)(c >> 16) == 0xba987654u);
  require(a > b && (unsigned long long)b > c);
  return 0;
}
