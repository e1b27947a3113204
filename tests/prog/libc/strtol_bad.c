// atoi of a null pointer.
// expect: FALSE(valid-deref) line 6
#include <stdlib.h>
int main(void) {
  char *missing = NULL;
  return (int)strtol(missing, NULL, 10); // bad
}
