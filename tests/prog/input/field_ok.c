// The third field of a line is used when there is one.
// expect: TRUE
// needs: symbolic
#include <stdio.h>
#include <string.h>
int main(void) {
  char line[8];
  if (!fgets(line, sizeof line, stdin)) return 0;
  char *second = strchr(line, ':');
  if (!second) return 0;
  char *third = strchr(second + 1, ':');
  if (!third) return 0;
  return third[1];
}
