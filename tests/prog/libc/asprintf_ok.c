// A string on the heap, freed.
// expect: TRUE
// native: compare
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  char *text = NULL;
  if (asprintf(&text, "%d %s", 42, "answers") < 0) return 1;
  puts(text);
  free(text);
  return 0;
}
