// Unsigned arithmetic wraps, and narrow types are computed in int.
// expect: TRUE
// property: no-overflow
#include <limits.h>
int main(void) {
  unsigned u = UINT_MAX;
  u += 2;
  unsigned char c = 255;
  c++;
  signed char s = 127;
  s++;
  short product = (short)(30000 * 2);
  return (int)u - 1 + c + (s + 128) + (product - (60000 - 65536));
}
