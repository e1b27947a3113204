// Conversions, flags, widths and sizes.
// expect: TRUE
// native: compare
#include <stdio.h>
#include <stddef.h>
#include <stdint.h>
int main(void) {
  int count = 0;
  printf("%d|%5d|%-5d|%05d|%+d|% d|%.3d|%8.3d\n", 1, 2, 3, 4, 5, 6, 7, 8);
  printf("%i %u %o %#o %x %#x %X %#X\n", -1, 2u, 8u, 8u, 255u, 255u, 255u, 255u);
  printf("%hhd %hd %ld %lld %zu %td %jd\n", (char)1, (short)2, 3L, 4LL, (size_t)5,
         (ptrdiff_t)6, (intmax_t)7);
  printf("%c%c %s|%10s|%-10s|%.2s|%%\n", 'a', 'b', "text", "right", "left", "cut");
  printf("%f %.2f %e %E %g %G %a|%10.3f|%-10.1f|%+.0f\n", 1.5, 2.345, 12345.678, 0.00012, 1e20,
         1e-10, 1.0, 3.14159, 2.5, 7.5);
  printf("%Lf %Lg %f %f\n", 1.25L, 1e300L, 1.0 / 0.0, -1.0 / 0.0);
  printf("%*d|%-*d|%.*f|%.*s\n", 5, 1, 5, 2, 3, 3.14159, 2, "abc");
  printf("%s %p %d%n\n", (char *)NULL, (void *)0, 1, &count);
  printf("%d\n", count);
  fprintf(stdout, "%s\n", "to a stream");
  return printf("%d %s\n", 1, "two");
}
