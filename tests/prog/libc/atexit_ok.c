// What runs at exit runs in reverse.
// expect: TRUE
// property: valid-memcleanup
// known-fail: a run of a main without parameters starts at main itself, not in models/start.c
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
