// strncpy leaves no terminator when the source is too long.
// expect: FALSE(valid-deref) line 7
#include <string.h>
int main(void) {
  char to[4];
  strncpy(to, "abcdef", sizeof to);
  return (int)strlen(to); // bad
}
