// The wide read ends where the object ends.
// expect: TRUE
#include <stdint.h>
#include <stdlib.h>
int main(void) {
  uint8_t *packet = calloc(8, 1);
  uint32_t word = *(uint32_t *)(packet + 4);
  free(packet);
  return (int)word;
}
