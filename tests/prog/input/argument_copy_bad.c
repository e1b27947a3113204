// An argument of any length is copied.
// expect: FALSE(valid-deref) line 8
// needs: symbolic
#include <string.h>
int main(int argc, char **argv) {
  char name[8];
  if (argc < 2) return 1;
  strcpy(name, argv[1]); // bad
  return name[0];
}
