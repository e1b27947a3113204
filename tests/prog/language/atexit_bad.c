// A block freed by main is used at exit.
// expect: FALSE(valid-deref) line 7
// The run starts in models/start.c, which runs the handlers when main returns.
#include <stdlib.h>
static int *block;
static void last(void) {
  *block = 1; // bad
}
int main(void) {
  block = malloc(sizeof *block);
  atexit(last);
  free(block);
  return 0;
}
