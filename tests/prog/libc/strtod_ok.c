// Floats from strings, rounded to nearest.
// expect: TRUE
// native: compare
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  char *end;
  printf("%g %g %s\n", atof("2.5"), strtod("-1.25e3xyz", &end), end);
  printf("%.17g %.17g\n", strtod("0.1", NULL), strtod("123456789012345678901234567890", NULL));
  printf("%.17g %.9g\n", strtod("2.2250738585072011e-308", NULL), strtof("16777217", NULL));
  printf("%g %g %La\n", strtod("inf", NULL), strtod("0x1.8p3", NULL), strtold("0.1", NULL));
  return 0;
}
