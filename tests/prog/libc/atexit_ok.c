// What runs at exit runs in reverse.
// expect: TRUE
// property: valid-memcleanup
// The run starts in models/start.c, which runs the handlers when main returns.
// native: compare
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
static char *kept;
static void first(void) { free(kept); }
static void second(void) { puts("second"); }
static void with(int code, void *text) { printf("%d %s\n", code, (char *)text); }
int main(void) {
  kept = malloc(4);
  atexit(first);
  atexit(second);
  on_exit(with, "text");
  exit(3);
}
