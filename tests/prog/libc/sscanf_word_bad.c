// A word without a limit.
// expect: FALSE(valid-deref) line 6
#include <stdio.h>
int main(void) {
  char word[4];
  sscanf("abcd", "%s", word); // bad
  return word[0];
}
