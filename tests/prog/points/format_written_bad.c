// The format is changed before it is used.
// expect: FALSE(valid-deref) line 8
#include <stdio.h>
static char format[] = "%d";

int main(void) {
  format[1] = 'n';
  printf(format, (int *)0);
  return 0;
}
