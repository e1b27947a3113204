// The string of asprintf is lost.
// expect: FALSE(valid-memtrack) line 7
#define _GNU_SOURCE
#include <stdio.h>
int main(void) {
  char *text = NULL;
  int length = asprintf(&text, "%d", 42); // bad
  text = NULL;
  return length;
}
