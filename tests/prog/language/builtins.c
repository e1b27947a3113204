// The compiler's builtins on integers.
// expect: TRUE
#include <stddef.h>
#include "../require.h"
struct S { char a; int b; };
int main(void) {
  volatile unsigned x = 0x00f0;
  require(__builtin_ctz(x) == 4 && __builtin_clz(x) == 24 && __builtin_popcount(x) == 4);
  require(__builtin_bswap32(0x01020304) == 0x04030201 && __builtin_parity(7) == 1);
  require(__builtin_ffs(0) == 0 && __builtin_clzll(1ull) == 63);
  int r;
  volatile int big = 2147483647;
  require(__builtin_add_overflow(big, 1, &r) && r == -2147483647 - 1);
  require(!__builtin_mul_overflow(big, -1, &r) && r == -2147483647);
  unsigned char narrow;
  require(__builtin_sub_overflow(3, 4, &narrow) && narrow == 255);
  require(__builtin_expect(x == 0xf0, 1) && offsetof(struct S, b) == 4);
  require(__builtin_constant_p(3) && __builtin_types_compatible_p(int, signed));
  return 0;
}
