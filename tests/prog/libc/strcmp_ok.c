// Comparing strings.
// expect: TRUE
// native: compare
#include <stdio.h>
#include <string.h>
#include <strings.h>
static int sign(int n) { return (n > 0) - (n < 0); }
int main(void) {
  char a[3] = {'a', 'b', 'c'}, b[3] = {'a', 'b', 'd'};
  printf("%d %d %d\n", sign(strcmp("abc", "abd")), strcmp("", ""), sign(strcmp("b", "abc")));
  printf("%d %d\n", strncmp(a, b, 2), sign(strncmp(a, b, 3)));
  printf("%d %d\n", strcasecmp("HeLLo", "hEllO"), strncasecmp("ABx", "aby", 2));
  printf("%d %d\n", sign(memcmp(a, b, 3)), memcmp(a, b, 2));
  printf("%d\n", sign(strcoll("a", "b")));
  return 0;
}
