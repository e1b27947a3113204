// stpcpy behind the end of the first copy.
// expect: FALSE(valid-deref) line 7
#include <string.h>
int main(void) {
  char to[6];
  char *end = stpcpy(to, "abc");
  stpcpy(end, "def"); // bad
  return to[0];
}
