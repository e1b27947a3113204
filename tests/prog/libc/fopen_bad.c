// The file may be missing.
// expect: FALSE(valid-deref) line 7
// needs: symbolic
#include <stdio.h>
int main(void) {
  FILE *file = fopen("name", "r");
  return fgetc(file); // bad
}
