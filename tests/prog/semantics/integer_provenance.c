// A pointer made from an integer points to the object whose pointer the integer came from.
// expect: TRUE
#include <stdint.h>
#include "../require.h"
static int table[4];
static uintptr_t stored;
int main(void) {
  stored = (uintptr_t)table;
  uintptr_t moved = stored + 3 * sizeof(int);
  *(int *)moved = 8;
  require(table[3] == 8);
  return 0;
}
