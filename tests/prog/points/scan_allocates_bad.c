// scanf makes a block behind a conversion that looks like another one.
// expect: FALSE(valid-deref) line 7
#include <stdio.h>

int main(void) {
  char c = 0;
  sscanf("5%word", "5%%%ms", (char **)&c + 1000000);
  return c;
}
