// Calls through tables of function pointers, and comparison of them.
// expect: TRUE
#include <stddef.h>
#include "../require.h"
static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int mul(int a, int b) { return a * b; }
static const struct Operation { char sign; int (*apply)(int, int); } operations[] = {
  {'+', add}, {'-', sub}, {'*', mul}, {0, NULL},
};
static int apply(char sign, int a, int b) {
  for (const struct Operation *o = operations; o->apply; o++)
    if (o->sign == sign) return o->apply(a, b);
  return 0;
}
int main(void) {
  require(apply('+', 4, 3) == 7 && apply('-', 4, 3) == 1 && apply('*', 4, 3) == 12);
  require(apply('/', 4, 3) == 0);
  int (*f)(int, int) = &add;
  require(f == add && f != sub && (*f)(1, 1) == 2 && (**f)(1, 2) == 3);
  return 0;
}
