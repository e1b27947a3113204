// An uninitialised integer may be read, copied and masked.
// expect: TRUE
#include "../require.h"
struct Padded { char c; int i; };
int main(void) {
  int unset;
  int zero = unset & 0;
  struct Padded a, b;
  a.i = 4;
  b = a;
  require(b.i == 4 && zero == 0);
  return 0;
}
