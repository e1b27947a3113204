// memmem of more bytes than there are.
// expect: FALSE(valid-deref) line 7
#define _GNU_SOURCE
#include <string.h>
int main(void) {
  char text[3] = {'a', 'b', 'c'};
  return memmem(text, 5, "xy", 2) == NULL; // bad
}
