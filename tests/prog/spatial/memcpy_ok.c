// memcpy of what fits both, and of nothing at the very end.
// expect: TRUE
#include <string.h>
#include "../require.h"
int main(void) {
  char to[16];
  char from[8] = "12345";
  memcpy(to, from, sizeof from);
  memcpy(to + sizeof to, from + sizeof from, 0);
  require(to[4] == '5' && to[7] == 0);
  return 0;
}
