// The third field of a line is looked up without looking whether there is one.
// expect: FALSE(valid-deref)
// needs: symbolic
#include <stdio.h>
#include <string.h>
int main(void) {
  char line[8];
  if (!fgets(line, sizeof line, stdin)) return 0;
  char *second = strchr(line, ':');
  if (!second) return 0;
  char *third = strchr(second + 1, ':');
  return third[1]; // bad
}
