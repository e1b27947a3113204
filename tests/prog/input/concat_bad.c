// Two arguments, one too short a block: the 0 was not counted.
// expect: FALSE(valid-deref)
// needs: symbolic
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv) {
  if (argc < 3) return 0;
  char *both = malloc(strlen(argv[1]) + strlen(argv[2]));
  strcpy(both, argv[1]);
  strcat(both, argv[2]); // bad
  int c = both[0];
  free(both);
  return c;
}
