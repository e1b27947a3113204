// An array that is full has no terminator.
// expect: FALSE(valid-deref) line 6
#include <string.h>
int main(void) {
  char full[4] = {'a', 'b', 'c', 'd'};
  return (int)strlen(full); // bad
}
