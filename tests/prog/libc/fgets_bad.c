// The size given is not that of the array.
// expect: FALSE(valid-deref) line 7
// needs: symbolic
#include <stdio.h>
int main(void) {
  char line[4];
  fgets(line, 8, stdin); // bad
  return 0;
}
