// A callee frees on error and its caller writes on.
// expect: FALSE(valid-deref) line 14
#include <stdlib.h>
static int start(char *log, int fails) {
  if (fails) {
    free(log);
    return -1;
  }
  return 0;
}
int main(void) {
  char *log = malloc(32);
  int code = start(log, 1);
  log[0] = (char)code; // bad
  return 0;
}
