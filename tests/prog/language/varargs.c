// Variadic arguments: integers, doubles, pointers, long long, and small ones promoted.
// expect: TRUE
#include <stdarg.h>
#include "../require.h"
static double total(const char *kinds, ...) {
  va_list args;
  double sum = 0;
  va_start(args, kinds);
  for (; *kinds; kinds++)
    switch (*kinds) {
    case 'i': sum += va_arg(args, int); break;
    case 'd': sum += va_arg(args, double); break;
    case 'l': sum += (double)va_arg(args, long long); break;
    case 'p': sum += *va_arg(args, int *); break;
    }
  va_end(args);
  return sum;
}
int main(void) {
  int here = 100;
  char small = 3;
  float f = 0.5f;
  require(total("") == 0);
  require(total("idlp", 1, 2.5, 10000000000ll, &here) == 10000000103.5);
  require(total("idid", small, f, small, f) == 7.0);
  require(total("iiiiiiiiii", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10) == 55.0);
  require(total("dddddddddd", 1., 2., 3., 4., 5., 6., 7., 8., 9., 10.) == 55.0);
  return 0;
}
