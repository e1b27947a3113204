// exit() deep in a call: the frames with the pointers are still there.
// expect: TRUE
#include <stdlib.h>
static void fatal(int depth) {
  char *note = malloc(8);
  note[0] = (char)depth;
  if (depth == 0) exit(0);
  fatal(depth - 1);
  free(note);
}
int main(void) {
  int *table = malloc(4);
  *table = 3;
  fatal(*table);
  free(table);
  return 0;
}
