// The end pointer is compared with, subtracted, never used.
// expect: TRUE
#include "../require.h"
static int sum(const int *from, const int *end) {
  int result = 0;
  while (from < end) result += *from++;
  return result;
}
int main(void) {
  int values[5] = {1, 2, 3, 4, 5};
  require(sum(values, values + 5) == 15);
  const int *end = &values[5];
  require(end - values == 5 && end != values && sum(end, end) == 0);
  return 0;
}
