// At the end of the input it is no index.
// expect: FALSE(valid-deref) line 7
// needs: symbolic
#include <stdio.h>
int main(void) {
  static char seen[256];
  return seen[getchar()]; // bad
}
