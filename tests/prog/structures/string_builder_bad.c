// The terminator is copied but not counted.
// expect: FALSE(valid-deref) line 8
#include <stdlib.h>
#include <string.h>
static char *append(char *s, const char *more) {
  size_t old = strlen(s), extra = strlen(more);
  s = realloc(s, old + extra);
  memcpy(s + old, more, extra + 1); // bad
  return s;
}
int main(void) {
  char *s = calloc(1, 1);
  s = append(s, "one");
  free(s);
  return 0;
}
