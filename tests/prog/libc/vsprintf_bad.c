// Through a function of the user with a va_list.
// expect: FALSE(valid-deref) line 8
#include <stdarg.h>
#include <stdio.h>
static void format(char *to, const char *text, ...) {
  va_list list;
  va_start(list, text);
  vsprintf(to, text, list); // bad
  va_end(list);
}
int main(void) {
  char text[8];
  format(text, "%s %s", "four", "four");
  return text[0];
}
