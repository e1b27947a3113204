// The size given is not that of the array.
// expect: FALSE(valid-deref) line 6
#include <stdio.h>
int main(void) {
  char text[4];
  snprintf(text, 8, "%s", "abcdef"); // bad
  return text[0];
}
