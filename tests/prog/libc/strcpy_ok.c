// Copies into arrays that just have the room.
// expect: TRUE
// native: compare
#include <stdio.h>
#include <string.h>
int main(void) {
  char a[6], b[6], c[3], d[8];
  strcpy(a, "hello");
  char *end = stpcpy(b, "abc");
  strncpy(c, "hello", 3);
  strncpy(d, "hi", 8);
  end = stpncpy(end, "xyz", 2);
  *end = 0;
  printf("%s %s %.3s %s %d\n", a, b, c, d, d[7]);
  return 0;
}
