// Strings appended to a growing buffer.
// expect: TRUE
#include <stdlib.h>
#include <string.h>
#include "../require.h"
static char *append(char *s, const char *more) {
  size_t old = s ? strlen(s) : 0, extra = strlen(more);
  s = realloc(s, old + extra + 1);
  memcpy(s + old, more, extra + 1);
  return s;
}
int main(void) {
  char *s = NULL;
  static const char *const words[] = {"one", "", "-", "three"};
  for (int i = 0; i < 4; i++) s = append(s, words[i]);
  require(strcmp(s, "one-three") == 0);
  free(s);
  return 0;
}
