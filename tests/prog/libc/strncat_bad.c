// strncat writes a terminator behind the bytes that its limit counts.
// expect: FALSE(valid-deref) line 6
#include <string.h>
int main(void) {
  char text[4] = "";
  strncat(text, "abcdef", sizeof text); // bad
  return text[0];
}
