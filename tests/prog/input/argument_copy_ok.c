// An argument is copied if it is short enough.
// expect: TRUE
// needs: symbolic
// options: --timeout 30
#include <string.h>
int main(int argc, char **argv) {
  char name[8];
  if (argc < 2) return 1;
  if (strlen(argv[1]) >= sizeof name) return 2;
  strcpy(name, argv[1]);
  return name[0];
}
