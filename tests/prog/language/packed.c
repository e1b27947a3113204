// Packed and over-aligned structs, and misaligned access, which is no memory error.
// expect: TRUE
#include <stdint.h>
#include <string.h>
#include "../require.h"
struct __attribute__((packed)) Packet { uint8_t kind; uint32_t length; uint16_t sum; };
struct __attribute__((aligned(32))) Line { char bytes[20]; };
int main(void) {
  struct Packet p = {1, 0xaabbccdd, 0x1122};
  uint8_t raw[sizeof p];
  memcpy(raw, &p, sizeof p);
  require(sizeof p == 7 && raw[1] == 0xdd && raw[5] == 0x22);
  require(((struct Packet *)raw)->length == 0xaabbccdd);
  struct Line lines[2];
  require(sizeof lines == 64 && (char *)&lines[1] - (char *)&lines[0] == 32);
  return 0;
}
