// name=value in an argument of any length.
// expect: TRUE
// needs: symbolic
// options: --timeout 30
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv) {
  if (argc != 2) return 1;
  char *copy = malloc(strlen(argv[1]) + 1);
  strcpy(copy, argv[1]);
  char *value = strchr(copy, '=');
  if (value) *value++ = 0;
  free(copy);
  return 0;
}
