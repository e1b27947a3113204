// A static local keeps its block like a global.
// expect: TRUE
#include <stdlib.h>
static int *once(void) {
  static int *block;
  if (!block) block = calloc(4, sizeof *block);
  return block;
}
int main(void) {
  once()[1] = 2;
  return once()[1] - 2;
}
