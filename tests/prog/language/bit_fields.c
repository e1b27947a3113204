// Bit-fields share words, are sign- or zero-extended and cut.
// expect: TRUE
#include "../require.h"
struct Flags {
  unsigned low : 3;
  int middle : 5;
  unsigned : 0;
  unsigned next : 9;
  unsigned long long wide : 37;
};
int main(void) {
  struct Flags f = {0};
  f.low = 13;
  f.middle = -9;
  f.next = 511;
  f.wide = 0x1f12345678ull;
  require(f.low == 5 && f.middle == -9 && f.next == 511);
  require(f.wide == 0x1f12345678ull);
  f.next++;
  f.middle = f.middle + 1;
  require(f.next == 0 && f.middle == -8 && f.low == 5);
  return 0;
}
