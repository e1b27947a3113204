// The bytes of one member seen through another.
// expect: TRUE
#include <stdint.h>
#include "../require.h"
union Word { uint32_t word; uint8_t bytes[4]; uint16_t halves[2]; float number; };
int main(void) {
  union Word w = {.word = 0x01020304};
  require(w.bytes[0] == 4 && w.bytes[3] == 1 && w.halves[1] == 0x0102);
  w.number = 1.0f;
  require(w.word == 0x3f800000);
  w.bytes[3] |= 0x80;
  require(w.number == -1.0f);
  return 0;
}
