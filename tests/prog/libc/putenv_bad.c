// putenv keeps the string itself, which is gone.
// expect: FALSE(valid-deref) line 11
#define _GNU_SOURCE
#include <stdlib.h>
static void set(void) {
  char text[] = "BELAY_A=1";
  putenv(text);
}
int main(void) {
  set();
  return *getenv("BELAY_A"); // bad
}
