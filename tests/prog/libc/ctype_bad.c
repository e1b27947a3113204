// A number beyond all characters.
// expect: FALSE(valid-deref) line 6
#include <ctype.h>
int main(void) {
  volatile int c = 100000;
  return isalpha(c); // bad
}
