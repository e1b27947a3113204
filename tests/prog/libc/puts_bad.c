// puts of an array without a terminator.
// expect: FALSE(valid-deref) line 6
#include <stdio.h>
int main(void) {
  char text[2] = {'a', 'b'};
  puts(text); // bad
  return 0;
}
