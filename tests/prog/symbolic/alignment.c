// Characters may lie anywhere.
// expect: UNKNOWN
// options: --engines symbolic
// because: a replay aligns everything, so it cannot confirm the error
#include <stdint.h>
#include <stdlib.h>
static char bytes[8];
int main(void) {
  if ((uintptr_t)bytes & 1) bytes[8] = 1;
  return 0;
}
