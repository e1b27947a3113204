// The result is tested and closed.
// expect: TRUE
// needs: symbolic
#include <stdio.h>
int main(void) {
  FILE *file = fopen("name", "r");
  if (!file) return 1;
  int c = fgetc(file);
  fclose(file);
  return c == EOF;
}
