// The time is read through a null pointer.
// expect: FALSE(valid-deref) line 6
#include <time.h>
int main(void) {
  time_t *when = NULL;
  return gmtime(when)->tm_year; // bad
}
