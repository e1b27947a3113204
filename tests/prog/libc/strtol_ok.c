// Integers from strings.
// expect: TRUE
// native: compare
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  char *end;
  printf("%d %ld %lld\n", atoi("  -42x"), atol("77"), atoll("123456789012"));
  printf("%ld %s\n", strtol("0x1fz", &end, 0), end);
  printf("%ld %ld %lu\n", strtol("777", NULL, 8), strtol("zz", NULL, 36), strtoul("-1", NULL, 10));
  errno = 0;
  printf("%d %d\n", strtol("99999999999999999999", &end, 10) == LONG_MAX, errno == ERANGE);
  printf("%lld %llu\n", strtoll("-9223372036854775808", NULL, 10),
         strtoull("18446744073709551615", NULL, 10));
  return *end;
}
