// Parts of paths.
// expect: TRUE
// native: compare
#include <libgen.h>
#include <stdio.h>
int main(void) {
  char a[] = "/usr/lib/name.c", b[] = "/usr/lib/name.c/", c[] = "name";
  printf("%s %s %s\n", dirname(a), basename(b), dirname(c));
  return 0;
}
