// The byte does not come before the target ends.
// expect: FALSE(valid-deref) line 6
#include <string.h>
int main(void) {
  char to[3];
  memccpy(to, "value;", ';', 6); // bad
  return to[0];
}
