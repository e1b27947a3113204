// A return from main runs it, too.
// expect: FALSE(valid-free) line 7
// known-fail: a run of a main without parameters starts at main itself, not in models/start.c
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
