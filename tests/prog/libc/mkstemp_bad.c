// The template is a literal.
// expect: FALSE(valid-deref) line 5
#include <stdlib.h>
int main(void) {
  return mkstemp("/tmp/nameXXXXXX") < 0; // bad
}
