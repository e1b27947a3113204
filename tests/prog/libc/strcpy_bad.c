// The terminator has no room.
// expect: FALSE(valid-deref) line 6
#include <string.h>
int main(void) {
  char to[5];
  strcpy(to, "hello"); // bad
  return to[0];
}
