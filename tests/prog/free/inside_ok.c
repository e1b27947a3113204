// The pointer comes back to the start before it is freed.
// expect: TRUE
#include <stdlib.h>
int main(void) {
  char *line = malloc(8);
  line[0] = line[1] = ' ';
  line[2] = 0;
  int skipped = 0;
  while (*line == ' ') line++, skipped++;
  free(line - skipped);
  return 0;
}
