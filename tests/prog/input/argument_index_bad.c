// A number in an argument is used as an index.
// expect: FALSE(valid-deref) line 10
// needs: symbolic
#include <stdlib.h>
int main(int argc, char **argv) {
  int table[10] = {0};
  if (argc < 2) return 1;
  int i = atoi(argv[1]);
  if (i < 0) return 2;
  return table[i]; // bad
}
