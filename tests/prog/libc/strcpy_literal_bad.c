// A string literal cannot be written to.
// expect: FALSE(valid-deref) line 6
#include <string.h>
int main(void) {
  char *to = "hello";
  strcpy(to, "world"); // bad
  return to[0];
}
