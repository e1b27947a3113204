// A float with all its digits.
// expect: FALSE(valid-deref) line 6
#include <stdio.h>
int main(void) {
  char text[16];
  sprintf(text, "%f", 1e20); // bad
  return text[0];
}
