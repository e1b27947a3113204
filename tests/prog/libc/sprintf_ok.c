// Formatting into arrays that just have the room.
// expect: TRUE
// native: compare
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
static int format(char *to, size_t size, const char *text, ...) {
  va_list list;
  va_start(list, text);
  int length = vsnprintf(to, size, text, list);
  va_end(list);
  return length;
}
int main(void) {
  char a[6], b[4], c[8];
  sprintf(a, "%d", 12345);
  int wanted = snprintf(b, sizeof b, "%s", "abcdef");
  printf("%s %s %d %d\n", a, b, wanted, snprintf(NULL, 0, "%d", 1000));
  int made = format(c, sizeof c, "%d-%s", 42, "xyzw");
  printf("%d %s\n", made, c);
  return (int)strlen(b);
}
