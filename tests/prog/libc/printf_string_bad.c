// %s of an array without a terminator.
// expect: FALSE(valid-deref) line 6
#include <stdio.h>
int main(void) {
  char name[3] = {'a', 'b', 'c'};
  printf("%s\n", name); // bad
  return 0;
}
