// Structs among the variadic arguments.
// expect: TRUE
#include <stdarg.h>
#include "../require.h"
struct Point { int x, y; };
struct Wide { long long values[4]; };
static long long sum(int count, ...) {
  va_list args;
  long long result = 0;
  va_start(args, count);
  for (int i = 0; i < count; i++) {
    struct Point p = va_arg(args, struct Point);
    struct Wide w = va_arg(args, struct Wide);
    result += p.x * p.y + w.values[3];
  }
  result += va_arg(args, int);
  va_end(args);
  return result;
}
int main(void) {
  struct Point p = {2, 3};
  struct Wide w = {{0, 0, 0, 50}};
  require(sum(1, p, w, 7) == 63);
  require(sum(3, p, w, p, w, p, w, 1) == 169);
  return 0;
}
