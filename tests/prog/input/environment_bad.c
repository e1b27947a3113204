// There is room for the variable, but not for what is put behind it.
// expect: FALSE(valid-deref) line 11
// needs: symbolic
#include <stdlib.h>
#include <string.h>
int main(void) {
  char path[64], *home = getenv("HOME");
  if (!home) return 1;
  if (strlen(home) >= sizeof path) return 2;
  strcpy(path, home);
  strcat(path, "/.rc"); // bad
  return path[0];
}
