// A counter incremented once too often.
// expect: FALSE(no-overflow) line 8
// property: no-overflow
#include <limits.h>
static int counter = INT_MAX - 2;
int main(void) {
  for (int i = 0; i < 3; i++)
    counter++; // bad
  return 0;
}
