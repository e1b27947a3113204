// A device address that is no object of the program.
// expect: FALSE(valid-deref) line 6
#include <stdint.h>
#define DEVICE ((volatile uint32_t *)0x40001000)
int main(void) {
  *DEVICE = 1; // bad
  return 0;
}
