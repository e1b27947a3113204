// If that is not known it points to whatever lives there: one run proves nothing.
// expect: UNKNOWN
// because: the bits of the address went through conditions
// options: --engines concrete
#include <stdint.h>
static int target;
int main(void) {
  uintptr_t address = (uintptr_t)&target, copy = 0;
  for (uintptr_t bit = 1; bit; bit <<= 1)
    if (address & bit) copy |= bit;
  return *(int *)copy;
}
