// What the program sets it gets.
// expect: TRUE
// native: compare
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  static char own[] = "BELAY_OWN=1";
  setenv("BELAY_A", "first", 1);
  setenv("BELAY_A", "second", 0);
  putenv(own);
  own[10] = '2';
  printf("%s %s\n", getenv("BELAY_A"), getenv("BELAY_OWN"));
  unsetenv("BELAY_A");
  return getenv("BELAY_A") != NULL;
}
