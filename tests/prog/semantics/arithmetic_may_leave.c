// Arithmetic may leave the object.
// expect: TRUE
#include "../require.h"
int main(void) {
  char bytes[8] = {0, 1, 2, 3};
  char *p = bytes - 100;
  p += 150;
  p -= 47;
  require(*p == 3);
  return 0;
}
