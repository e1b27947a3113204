// Messages of errors.
// expect: TRUE
// native: compare
#include <errno.h>
#include <stdio.h>
#include <string.h>
int main(void) {
  errno = EINVAL;
  perror("here");
  printf("%s|%s|%s|%m\n", strerror(ENOENT), strerror(0), strerror(4711));
  return 0;
}
