// The copy has room for the string and no more.
// expect: FALSE(valid-deref) line 8
#include <stdlib.h>
#include <string.h>
int main(void) {
  char *copy = strdup("abc");
  if (!copy) return 0;
  copy[4] = 0; // bad
  free(copy);
  return 0;
}
