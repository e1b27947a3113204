// fread of more than there is room for.
// expect: FALSE(valid-deref) line 7
// needs: symbolic
#include <stdio.h>
int main(void) {
  unsigned char bytes[3];
  return (int)fread(bytes, 2, 2, stdin); // bad
}
