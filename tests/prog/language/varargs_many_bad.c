// More arguments are read than were passed.
// expect: FALSE(valid-deref) line 9
#include <stdarg.h>
static int sum(int count, ...) {
  va_list args;
  int result = 0;
  va_start(args, count);
  while (count-- > 0)
    result += va_arg(args, int); // bad
  va_end(args);
  return result;
}
int main(void) { return sum(4, 1, 2, 3); }
