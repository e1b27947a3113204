// strrchr reads to the terminator, which is missing.
// expect: FALSE(valid-deref) line 6
#include <string.h>
int main(void) {
  char bytes[3] = {'a', 'b', 'a'};
  return strrchr(bytes, 'a') == bytes; // bad
}
