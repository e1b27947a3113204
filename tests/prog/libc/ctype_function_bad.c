// The same, called as a function.
// expect: FALSE(valid-deref) line 6
#include <ctype.h>
int main(void) {
  volatile int c = -1000;
  return (isdigit)(c); // bad
}
