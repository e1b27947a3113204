// One of a wrapper's formats counts.
// expect: FALSE(valid-deref) line 10
// arch: 64
#include <stdarg.h>
#include <stdio.h>

static void say(const char *format, ...) {
  va_list list;
  va_start(list, format);
  vprintf(format, list);
  va_end(list);
}

int main(void) {
  say("%d\n", 1);
  say("%l%%-3d%hhn\n", 5, (signed char *)0);
  return 0;
}
