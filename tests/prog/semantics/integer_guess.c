// If that is not known it points to whatever lives there: an assumption, so nothing is
// claimed.
// expect: UNKNOWN
// because: the pointer's object is a guess
#include <stdint.h>
static int one, two;
int main(void) {
  volatile uintptr_t both = (uintptr_t)&one ^ (uintptr_t)&two;
  int *p = (int *)(both ^ (uintptr_t)&two);
  return *p;
}
