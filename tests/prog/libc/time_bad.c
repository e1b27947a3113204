// time stores through its argument.
// expect: FALSE(valid-deref) line 6
#include <time.h>
int main(void) {
  time_t *now = (time_t *)0 + 1;
  return time(now) == 0; // bad
}
