// va_copy walks the arguments twice; va_list passed down.
// expect: TRUE
#include <stdarg.h>
#include "../require.h"
static int sum_list(int count, va_list args) {
  int sum = 0;
  while (count-- > 0) sum += va_arg(args, int);
  return sum;
}
static int twice(int count, ...) {
  va_list first, second;
  va_start(first, count);
  va_copy(second, first);
  int sum = sum_list(count, first) + 10 * sum_list(count, second);
  va_end(second);
  va_end(first);
  return sum;
}
int main(void) {
  require(twice(3, 1, 2, 3) == 66);
  return 0;
}
