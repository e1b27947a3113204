// memchr may be given more bytes than there are, if it finds one before.
// expect: TRUE
// native: compare
#include <string.h>
int main(void) {
  char bytes[3] = {'a', 'b', 'c'};
  return memchr(bytes, 'b', 100) == bytes + 1;
}
