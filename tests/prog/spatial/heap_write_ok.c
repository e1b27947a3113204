// Room for the characters and the terminator.
// expect: TRUE
#include <stdlib.h>
#include "../require.h"
static char *copy(const char *from) {
  size_t length = 0;
  while (from[length]) length++;
  char *to = malloc(length + 1);
  for (size_t i = 0; i < length; i++) to[i] = from[i];
  to[length] = 0;
  return to;
}
int main(void) {
  char *s = copy("rope");
  require(s[0] == 'r' && s[3] == 'e' && s[4] == 0);
  free(s);
  return 0;
}
