// A string literal is not from malloc.
// expect: FALSE(valid-free) line 6
#include <stdlib.h>
int main(void) {
  char *title = "untitled";
  free(title); // bad
  return 0;
}
