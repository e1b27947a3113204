// What runs at exit uses memory that is freed.
// expect: FALSE(valid-deref) line 7
// known-fail: a run of a main without parameters starts at main itself, not in models/start.c
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
