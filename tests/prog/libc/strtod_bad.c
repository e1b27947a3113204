// A float to the end of an array without a terminator.
// expect: FALSE(valid-deref) line 6
#include <stdlib.h>
int main(void) {
  char digits[3] = {'1', '.', '5'};
  return strtod(digits, NULL) > 1; // bad
}
