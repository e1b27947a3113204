/* The optimiser finds the length of an array of variable length: that may make it a part of the
 * frame, but it still ends with its block. */
#include <stdlib.h>

static int read_earlier(void) {
  int n = 0, *p = NULL;
again:;
  int row[n + 1];
  if (n == 1) return *p - 7; // error 1: use-after-scope
  row[0] = 7;
  p = row;
  n++;
  goto again;
}

int main(int argc, char **argv) {
  int bug = argc > 1 ? atoi(argv[1]) : 0;
  return bug ? read_earlier() : 0;
}
