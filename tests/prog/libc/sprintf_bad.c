// One digit too many.
// expect: FALSE(valid-deref) line 6
#include <stdio.h>
int main(void) {
  char text[5];
  sprintf(text, "%d", 12345); // bad
  return text[0];
}
