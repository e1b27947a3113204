// fwrite of more than there is.
// expect: FALSE(valid-deref) line 6
#include <stdio.h>
int main(void) {
  int numbers[4] = {0};
  fwrite(numbers, sizeof numbers, 4, stdout); // bad
  return 0;
}
