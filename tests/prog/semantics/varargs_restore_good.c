// Variadic arguments last until their function returns, whatever block they are taken in.
// expect: TRUE
#include <stdarg.h>

static int second(int n, ...) {
  va_list list;
  {
    int array[n];
    array[0] = 0;
    va_start(list, n);
  }
  int x = va_arg(list, int);
  va_end(list);
  return x;
}
int main(void) { return second(2, 3) != 3; }
