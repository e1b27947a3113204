// memcpy moves a string by one place inside its own buffer.
// expect: FALSE(valid-copy) line 7
// property: valid-copy
#include <string.h>
int main(void) {
  char text[16] = "abcdef";
  memcpy(text + 1, text, 6); // bad
  return text[1];
}
