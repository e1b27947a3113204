// strsep in a string that is freed.
// expect: FALSE(valid-deref) line 11
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
int main(void) {
  char *line = strdup("one two"), *at = line;
  if (!line) return 0;
  strsep(&at, " ");
  free(line);
  strsep(&at, " "); // bad
  return 0;
}
