// Thread-local variables, by one thread.
// expect: TRUE
#include "../require.h"
static _Thread_local int counter = 5;
static __thread int zeros[3];
static int *place(void) { return &counter; }
int main(void) {
  ++*place();
  zeros[2] = counter;
  require(zeros[2] == 6 && zeros[0] == 0);
  return 0;
}
