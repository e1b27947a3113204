// Functions that run at exit, in the reverse order.
// expect: TRUE
// The run starts in models/start.c, which runs the handlers when main returns.
#include <stdlib.h>
#include "../require.h"
static int *block, order;
static void first(void) {
  require(order == 1);
  free(block);
}
static void second(void) { order = 1; }
int main(void) {
  block = malloc(4);
  atexit(first);
  atexit(second);
  return 0;
}
