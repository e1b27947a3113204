// Skipping a prefix moves the pointer that is freed.
// expect: FALSE(valid-free) line 9
#include <stdlib.h>
int main(void) {
  char *line = malloc(8);
  line[0] = line[1] = ' ';
  line[2] = 0;
  while (*line == ' ') line++;
  free(line); // bad
  return 0;
}
