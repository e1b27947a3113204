// errno is an object of its own.
// expect: TRUE
// native: compare
#include <errno.h>
#include <stdlib.h>
int main(void) {
  errno = 0;
  strtol("999999999999999999999999", NULL, 10);
  return errno == ERANGE ? 0 : 1;
}
