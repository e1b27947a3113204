// Weak and aliased functions and variables, inline functions.
// expect: TRUE
#include "../require.h"
int real_value = 5;
extern int other_value __attribute__((alias("real_value")));
static int original(int x) { return x * 2; }
static int twin(int x) __attribute__((alias("original")));
__attribute__((weak)) int maybe(void) { return 3; }
extern int absent(void) __attribute__((weak));
static inline int helper(int x) { return x + 1; }
int main(void) {
  other_value++;
  require(real_value == 6 && twin(4) == 8 && maybe() == 3 && helper(1) == 2);
  if (absent) absent();
  return 0;
}
