// A line read into a buffer with a limit.
// expect: TRUE
// needs: symbolic
#include <stdio.h>
int main(void) {
  char line[8];
  int count = 0, c;
  while ((c = getchar()) != EOF && c != '\n' && count < 8) line[count++] = (char)c;
  return count;
}
