// Promotions, conversions, shifts and division of negative numbers.
// expect: TRUE
#include <stdbool.h>
#include <stdint.h>
#include "../require.h"
int main(void) {
  int8_t narrow = (int8_t)200;
  uint16_t half = (uint16_t)-1;
  require(narrow == -56 && half == 65535 && (uint32_t)narrow == 4294967240u);
  require(-7 / 2 == -3 && -7 % 2 == -1 && -7 >> 1 == -4 && ~0u >> 31 == 1);
  volatile int minus = -7;
  require(minus / 2 == -3 && minus % 2 == -1 && minus >> 1 == -4 && (unsigned)minus % 2 == 1);
  require((minus < 0u) == 0 && (unsigned char)minus == 249);
  bool truth = 256;
  require(truth == 1 && (bool)0.25 && !(_Bool)0);
  uint64_t wide = UINT64_C(1) << 40;
  require((uint32_t)wide == 0 && (wide | 1) >> 39 == 2);
  return 0;
}
