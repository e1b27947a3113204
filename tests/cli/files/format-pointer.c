// A call through a pointer has another format than the direct ones.
#include <stdio.h>
typedef int Print(const char *, ...);
static Print *volatile print = printf;

int main(void) {
  int done = printf("%d\n", 1);
  Print *now = done == 2 ? print : 0;
  if (now) now("%d%n", 1, (int *)0);
  return 0;
}
