// A line cannot be longer than the array.
// expect: TRUE
// needs: symbolic
#include <stdio.h>
#include <string.h>
int main(void) {
  char line[4];
  if (!fgets(line, sizeof line, stdin)) return 0;
  return strlen(line) < 4 ? line[0] : 0;
}
