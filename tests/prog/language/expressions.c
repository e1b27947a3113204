// Comma, conditional, short circuit, statement expressions, generic selection, typeof.
// expect: TRUE
#include "../require.h"
static int calls;
static int call(int result) {
  calls++;
  return result;
}
#define MAX(a, b) ({ __typeof__(a) x_ = (a); __typeof__(b) y_ = (b); x_ > y_ ? x_ : y_; })
#define KIND(x) _Generic((x), int: 1, double: 2, char *: 3, default: 0)
int main(void) {
  require((call(0) && call(1)) == 0 && calls == 1);
  require((call(1) || call(1)) == 1 && calls == 2);
  int a = (call(0), 5);
  require(a == 5 && calls == 3 && (call(0) ?: 7) == 7 && calls == 4);
  require(MAX(call(3), 2) == 3 && calls == 5);
  require(KIND(1) == 1 && KIND(1.0) == 2 && KIND((char *)0) == 3 && KIND(1u) == 0);
  int i = 1, values[3] = {0};
  values[i++] = 4;
  *(i > 1 ? &values[2] : &values[0]) = 6;
  require(i == 2 && values[1] == 4 && values[2] == 6);
  return 0;
}
