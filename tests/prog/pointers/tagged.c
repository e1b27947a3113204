// A tag in the lowest bit of a pointer.
// expect: TRUE
#include <stdint.h>
#include "../require.h"
static int storage = 9;
int main(void) {
  uintptr_t tagged = (uintptr_t)&storage | 1;
  int *p = (int *)(tagged & ~(uintptr_t)1);
  require(*p == 9);
  p = (int *)(tagged - 1);
  require(*p == 9);
  return 0;
}
