// A wide read whose first half is inside the object.
// expect: FALSE(valid-deref) line 7
#include <stdint.h>
#include <stdlib.h>
int main(void) {
  uint8_t *packet = calloc(6, 1);
  uint32_t word = *(uint32_t *)(packet + 4); // bad
  free(packet);
  return (int)word;
}
