// %ld stores a long into an int.
// expect: FALSE(valid-deref) line 9
// arch: 64
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  int *number = malloc(sizeof *number);
  if (!number) return 0;
  sscanf("1", "%ld", (long *)number); // bad
  free(number);
  return 0;
}
