// Equal to the end of an array without a terminator.
// expect: FALSE(valid-deref) line 6
#include <string.h>
int main(void) {
  char a[2] = {'a', 'b'};
  return strcmp("abc", a); // bad
}
