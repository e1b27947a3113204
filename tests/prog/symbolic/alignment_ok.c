// The low bits of the address of a variable are 0 as far as its type is aligned.
// expect: TRUE
// options: --engines symbolic
#include <stdint.h>
#include <stdlib.h>
static int bytes[8];
int main(void) {
  if ((uintptr_t)bytes & 3) bytes[8] = 1;
  return 0;
}
