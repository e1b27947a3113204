// A block freed by main is used at exit.
// expect: FALSE(valid-deref) line 7
// known-fail: a main without parameters is started without what runs at its return
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
