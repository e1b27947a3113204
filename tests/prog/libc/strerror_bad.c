// The message is read-only.
// expect: FALSE(valid-deref) line 5
#include <string.h>
int main(void) {
  strerror(2)[0] = 'n'; // bad
  return 0;
}
