// The path is freed.
// expect: FALSE(valid-deref) line 9
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  char *path = strdup("name");
  free(path);
  return remove(path); // bad
}
