// A switch into the middle of a loop.
// expect: TRUE
#include "../require.h"
static void copy(char *to, const char *from, int count) {
  int rounds = (count + 3) / 4;
  switch (count % 4) {
  case 0: do { *to++ = *from++; /* fall through */
  case 3: *to++ = *from++;      /* fall through */
  case 2: *to++ = *from++;      /* fall through */
  case 1: *to++ = *from++;
          } while (--rounds > 0);
  }
}
int main(void) {
  char to[11];
  copy(to, "0123456789", 11);
  require(to[0] == '0' && to[9] == '9' && to[10] == 0);
  return 0;
}
