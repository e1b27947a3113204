// Atomic objects and operations, by one thread.
// expect: TRUE
#include <stdatomic.h>
#include "../require.h"
static atomic_int counter;
static _Atomic long long wide = 5;
int main(void) {
  atomic_fetch_add(&counter, 3);
  counter += 2;
  require(atomic_load(&counter) == 5);
  int expected = 4;
  require(!atomic_compare_exchange_strong(&counter, &expected, 9) && expected == 5);
  require(atomic_compare_exchange_strong(&counter, &expected, 9));
  require(atomic_exchange(&counter, 1) == 9 && counter == 1);
  require(atomic_fetch_sub(&counter, 1) == 1 && atomic_fetch_or(&counter, 6) == 0);
  require(atomic_fetch_xor(&wide, 1) == 5 && wide == 4);
  static int plain = 1;
  require(__sync_fetch_and_add(&plain, 4) == 1 && __sync_bool_compare_and_swap(&plain, 5, 6));
  return 0;
}
