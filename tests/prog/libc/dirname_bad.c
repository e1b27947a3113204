// dirname writes into the path, here a literal.
// expect: FALSE(valid-deref) line 5
#include <libgen.h>
int main(void) {
  return dirname("/usr/lib")[0]; // bad
}
