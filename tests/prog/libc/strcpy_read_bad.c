// The source has no terminator.
// expect: FALSE(valid-deref) line 6
#include <string.h>
int main(void) {
  char from[2] = {'a', 'b'}, to[64];
  strcpy(to, from); // bad
  return to[0];
}
