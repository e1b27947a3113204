// More arguments than registers, of all kinds.
// expect: TRUE
#include "../require.h"
struct S { int a, b, c; };
static double all(char a, short b, int c, long d, long long e, float f, double g, long double h,
                  int *i, struct S j, unsigned char k, double l, double m, double n, double o,
                  double p, double q, double r, int s, struct S t) {
  return a + b + c + d + e + f + g + h + *i + j.c + k + l + m + n + o + p + q + r + s + t.a;
}
int main(void) {
  int i = 9;
  double sum = all(-1, 2, 3, 4, 5, 6, 7, 8, &i, (struct S){0, 0, 10}, 11, 12, 13, 14, 15, 16, 17, 18,
                   19, (struct S){20, 0, 0});
  require(sum == 208);
  return 0;
}
