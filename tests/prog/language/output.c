// What is printed, compared with the same program compiled.
// expect: TRUE
// native: compare
#include <stdio.h>
int main(void) {
  printf("%d %u %x %c %s|%5d|%-5d|%05d\n", -3, 3u, 255u, 'c', "text", 42, 42, 42);
  printf("%lld %ld %zu %p\n", 1234567890123ll, -5l, sizeof(int), (void *)0);
  printf("%.3f %g %e %5.1f%%\n", 3.14159, 0.0001, 12345.678, 99.95);
  puts("line");
  putchar('x');
  putchar('\n');
  return 3;
}
