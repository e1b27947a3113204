// The limit allows reading past both arrays.
// expect: FALSE(valid-deref) line 6
#include <string.h>
int main(void) {
  char a[2] = {'a', 'b'}, b[2] = {'a', 'b'};
  return strncmp(a, b, 3); // bad
}
