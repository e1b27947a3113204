// A pointer into the middle of a block keeps it.
// expect: TRUE
#include <stdlib.h>
static char *cursor;
int main(void) {
  char *line = malloc(10);
  for (int i = 0; i < 10; i++) line[i] = (char)i;
  cursor = line + 5;
  line = NULL;
  cursor[4] = 1;
  free(cursor - 5);
  return 0;
}
