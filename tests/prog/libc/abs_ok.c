// Integer arithmetic.
// expect: TRUE
// native: compare
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  volatile int a = -7, b = 2;
  div_t d = div(a, b);
  ldiv_t l = ldiv(a, b);
  lldiv_t ll = lldiv(a, b);
  printf("%d %ld %lld %d %d\n", abs(a), labs(a), llabs(a), d.quot, d.rem);
  printf("%ld %ld %lld %lld\n", l.quot, l.rem, ll.quot, ll.rem);
  return 0;
}
