// What is kept from the round before is the value.
// expect: TRUE
#include "../require.h"
int main(void) {
  int last = 0, sum = 0;
  for (int i = 0; i < 3; i++) {
    int square = i * i;
    int *p = &square;
    sum += last;
    last = *p;
  }
  require(sum == 1);
  return 0;
}
