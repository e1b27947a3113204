// A byte of the input is an index from 0 to 255.
// expect: TRUE
// needs: symbolic
#include <stdio.h>
int main(void) {
  char seen[256] = {0};
  int c = getchar();
  if (c == EOF) return 0;
  seen[c] = 1;
  return ungetc(c, stdin) == EOF ? 0 : seen[getchar()];
}
