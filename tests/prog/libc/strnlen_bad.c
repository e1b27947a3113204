// The limit is larger than the array, which is full.
// expect: FALSE(valid-deref) line 9
#include <stdlib.h>
#include <string.h>
int main(void) {
  char *full = malloc(4);
  if (!full) return 0;
  memset(full, 'x', 4);
  int length = (int)strnlen(full, 5); // bad
  free(full);
  return length;
}
