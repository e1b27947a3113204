// Nobody takes the result.
// expect: FALSE(valid-memtrack) line 5
#include <stdlib.h>
static int *box(int value) {
  int *p = malloc(sizeof *p); // bad
  *p = value;
  return p;
}
int main(void) {
  int value = *box(3);
  return value - 3;
}
