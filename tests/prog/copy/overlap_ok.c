// memmove may.
// expect: TRUE
// property: valid-copy
#include <string.h>
#include "../require.h"
int main(void) {
  char text[16] = "abcdef";
  memmove(text + 1, text, 7);
  require(text[0] == 'a' && text[1] == 'a' && text[6] == 'f' && text[7] == 0);
  memmove(text, text + 1, 7);
  require(text[0] == 'a' && text[5] == 'f' && text[6] == 0);
  return 0;
}
