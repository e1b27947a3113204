// A closed stream is used.
// expect: FALSE(valid-deref) line 9
// needs: symbolic
#include <stdio.h>
int main(void) {
  FILE *file = fopen("name", "w");
  if (!file) return 1;
  fclose(file);
  fputs("late", file); // bad
  return 0;
}
