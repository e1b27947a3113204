// memcpy of more than the source has.
// expect: FALSE(valid-deref) line 7
#include <string.h>
int main(void) {
  char to[16];
  char from[8] = "12345";
  memcpy(to, from, sizeof to); // bad
  return to[0];
}
