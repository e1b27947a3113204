// read of more than there is room for.
// expect: FALSE(valid-deref) line 7
// needs: symbolic
#include <unistd.h>
int main(void) {
  char bytes[3];
  return (int)read(0, bytes, 4); // bad
}
