// Halves of one array that touch do not overlap, and no bytes overlap nothing.
// expect: TRUE
// property: valid-copy
#include <string.h>
#include "../require.h"
int main(void) {
  char text[8] = "abcd";
  memcpy(text + 4, text, 4);
  memcpy(text + 1, text, 0);
  require(text[7] == 'd');
  return 0;
}
