// A precision makes the terminator unnecessary.
// expect: TRUE
// native: compare
#include <stdio.h>
int main(void) {
  char name[3] = {'a', 'b', 'c'};
  printf("%.3s %.*s\n", name, 2, name);
  return 0;
}
