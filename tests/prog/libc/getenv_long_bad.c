// A variable may be longer than any array.
// expect: FALSE(valid-deref) line 9
// needs: symbolic
#include <stdlib.h>
#include <string.h>
int main(void) {
  char copy[8] = "";
  char *home = getenv("HOME");
  if (home) strcpy(copy, home); // bad
  return copy[0];
}
