// The copy of an argument has no room for the 0.
// expect: FALSE(valid-deref) line 9
// needs: symbolic
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv) {
  if (argc != 2) return 1;
  char *copy = malloc(strlen(argv[1]));
  strcpy(copy, argv[1]); // bad
  char *value = strchr(copy, '=');
  if (value) *value++ = 0;
  free(copy);
  return 0;
}
