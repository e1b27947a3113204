// strncpy fills up with zeros, past the array.
// expect: FALSE(valid-deref) line 6
#include <string.h>
int main(void) {
  char to[8];
  strncpy(to, "abc", 9); // bad
  return to[0];
}
