// 128-bit integers.
// arch: 64
// expect: TRUE
#include "../require.h"
typedef unsigned __int128 Wide;
static Wide power(Wide base, int exponent) {
  Wide result = 1;
  while (exponent-- > 0) result *= base;
  return result;
}
int main(void) {
  Wide p = power(10, 30);
  require((unsigned long long)(p >> 64) == 54210108624ull);
  require((unsigned long long)p == 5076944270305263616ull);
  require(p / power(10, 28) == 100 && p % 7 == 1);
  __int128 negative = -(__int128)p;
  require(negative < 0 && negative >> 100 == -1 && negative / 1000 * 1000 == negative);
  Wide stored[2] = {p, 1};
  require(*(unsigned char *)&stored[1] == 1);
  return 0;
}
