// A freed string is printed.
// expect: FALSE(valid-deref) line 9
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  char *name = strdup("name");
  free(name);
  printf("%s\n", name); // bad
  return 0;
}
