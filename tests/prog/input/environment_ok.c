// The length of a variable is looked at before it is copied.
// expect: TRUE
// needs: symbolic
#include <stdlib.h>
#include <string.h>
int main(void) {
  char path[64], *home = getenv("HOME");
  if (!home) return 1;
  if (strlen(home) + 5 > sizeof path) return 2;
  strcpy(path, home);
  strcat(path, "/.rc");
  return path[0];
}
