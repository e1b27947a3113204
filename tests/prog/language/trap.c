// __builtin_trap ends the run; blocks that live then are not lost.
// expect: TRUE
#include <stdlib.h>
int main(void) {
  char *p = malloc(3);
  if (p[0] = 1) __builtin_trap();
  return p[5];
}
