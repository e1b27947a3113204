// A return from main runs it, too.
// expect: FALSE(valid-free) line 7
// The run starts in models/start.c, which runs the handlers when main returns.
#include <stdlib.h>
static char *kept;
static void last(void) {
  free(kept); // bad
}
int main(void) {
  kept = malloc(4);
  if (!kept) return 0;
  atexit(last);
  free(kept);
  return 0;
}
