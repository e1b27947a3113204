// Two addresses in one word, taken apart with either of them.
// expect: TRUE
// needs: symbolic
#include <stdint.h>
static int one, two;
int main(void) {
  volatile uintptr_t both = (uintptr_t)&one ^ (uintptr_t)&two;
  int *p = (int *)(both ^ (uintptr_t)&two);
  return *p;
}
