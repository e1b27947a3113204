// The byte is not there.
// expect: FALSE(valid-deref) line 6
#include <string.h>
int main(void) {
  char bytes[3] = {'a', 'b', 'c'};
  return memchr(bytes, 'd', 4) == NULL; // bad
}
