// %n stores through its argument.
// expect: FALSE(valid-deref) line 6
#include <stdio.h>
int main(void) {
  int *count = NULL;
  printf("abc%n", count); // bad
  return 0;
}
