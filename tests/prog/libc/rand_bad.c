// A random number is no index.
// expect: FALSE(valid-deref) line 6
#include <stdlib.h>
int main(void) {
  int table[1000] = {0};
  return table[rand()]; // bad
}
