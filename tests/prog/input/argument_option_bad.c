// An option that is the last argument has no value.
// expect: FALSE(valid-deref) line 10
// needs: symbolic
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv) {
  int size = 4;
  const char *name = "none";
  for (int i = 1; i < argc; i++)
    if (!strcmp(argv[i], "-n")) size = atoi(argv[++i]); // bad
    else if (!strncmp(argv[i], "--name=", 7)) name = argv[i] + 7;
  return size + name[0];
}
