// It can leak.
// expect: FALSE(valid-memtrack) line 5
#include <stdlib.h>
int main(void) {
  char *p = malloc(0); // bad
  p = NULL;
  return p != NULL;
}
