// More conversions than arguments.
// expect: FALSE(valid-deref) line 6
#include <stdio.h>
int main(void) {
  const char *format = "%d %d %s\n";
  printf(format, 1, 2); // bad
  return 0;
}
