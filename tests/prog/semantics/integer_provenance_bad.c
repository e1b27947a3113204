// Also when it was moved out of that object.
// expect: FALSE(valid-deref) line 8
#include <stdint.h>
static int table[4], next[4];
int main(void) {
  uintptr_t address = (uintptr_t)table;
  address += sizeof table;
  *(int *)address = 1; // bad
  return next[0];
}
