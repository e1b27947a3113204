// A line read into a buffer without a limit.
// expect: FALSE(valid-deref) line 9
// needs: symbolic
#include <stdio.h>
int main(void) {
  char line[8];
  int count = 0, c;
  while ((c = getchar()) != EOF && c != '\n')
    line[count++] = (char)c; // bad
  return count;
}
