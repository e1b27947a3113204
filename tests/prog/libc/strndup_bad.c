// strndup reads up to its limit.
// expect: FALSE(valid-deref) line 7
#include <stdlib.h>
#include <string.h>
int main(void) {
  char full[3] = {'a', 'b', 'c'};
  char *copy = strndup(full, 4); // bad
  free(copy);
  return 0;
}
