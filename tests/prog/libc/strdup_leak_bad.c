// The copy is lost.
// expect: FALSE(valid-memtrack) line 5
#include <string.h>
int main(void) {
  char *copy = strdup("hello"); // bad
  copy = NULL;
  return copy != NULL;
}
