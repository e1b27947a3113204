// The block of posix_memalign is lost.
// expect: FALSE(valid-memtrack) line 7
#define _GNU_SOURCE
#include <stdlib.h>
int main(void) {
  void *block = NULL;
  int error = posix_memalign(&block, 64, 100); // bad
  block = NULL;
  return error;
}
