// A variable may be unset.
// expect: FALSE(valid-deref) line 6
// needs: symbolic
#include <stdlib.h>
int main(void) {
  return *getenv("HOME"); // bad
}
