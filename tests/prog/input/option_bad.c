// An option that wants an argument may be the last one.
// expect: FALSE(valid-deref)
// needs: symbolic
#include <string.h>
int main(int argc, char **argv) {
  int depth = 0;
  for (int i = 1; i < argc; i++)
    if (argv[i][0] == '-' && argv[i][1] == 'd') depth = argv[++i][0] - '0'; // bad
  return depth;
}
