// Float arithmetic, comparisons, conversions, infinity and not-a-number.
// expect: TRUE
#include "../require.h"
int main(void) {
  volatile double zero = 0.0;
  double inf = 1.0 / zero, nan = zero / zero;
  require(inf > 1e308 && -inf < -1e308);
  require(nan != nan && !(nan < 1.0) && !(nan >= 1.0));
  require((int)3.99 == 3 && (int)-3.99 == -3 && (unsigned char)200.7f == 200);
  float third = 1.0f / 3.0f;
  require((double)third != 1.0 / 3.0 && third * 3.0f == 1.0f);
  require((float)16777217 == 16777216.0f && (double)16777217 == 16777217.0);
  require((unsigned long long)1.8e19 == 18000000000000000000ull);
  require((double)18000000000000000000ull == 1.8e19 && (float)-7ll == -7.0f);
  return 0;
}
