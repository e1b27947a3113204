// What runs at exit uses memory that is freed.
// expect: FALSE(valid-deref) line 7
// The run starts in models/start.c, which runs the handlers when main returns.
#include <stdlib.h>
static char *kept;
static void last(void) {
  kept[0] = 0; // bad
}
int main(void) {
  kept = malloc(4);
  if (!kept) return 0;
  atexit(last);
  free(kept);
  exit(0);
}
