// Room for the characters but not for the terminator.
// expect: FALSE(valid-deref) line 9
#include <stdlib.h>
static char *copy(const char *from) {
  size_t length = 0;
  while (from[length]) length++;
  char *to = malloc(length);
  for (size_t i = 0; i < length; i++) to[i] = from[i];
  to[length] = 0; // bad
  return to;
}
int main(void) {
  char *s = copy("rope");
  free(s);
  return 0;
}
