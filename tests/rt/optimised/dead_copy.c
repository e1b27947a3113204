/* A copy into a local that is never looked at, longer than what it copies from. */
#include <string.h>

static char source[12] = "source";

int main(void) {
  char target[16];
#ifdef FIXED
  memcpy(target, source, 12);
#else
  memcpy(target, source, 16); // error 1: read-past
#endif
  return 0;
}
