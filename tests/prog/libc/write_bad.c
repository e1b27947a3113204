// write of more than there is.
// expect: FALSE(valid-deref) line 6
#include <unistd.h>
int main(void) {
  char text[4] = "abc";
  return write(1, text, 5) < 0; // bad
}
