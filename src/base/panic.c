/* See panic.h. */
#include "base/panic.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

_Noreturn void panic(const char *format, ...) {
  va_list args;
  va_start(args, format);
  fputs("belay: internal error: ", stderr);
  vfprintf(stderr, format, args);
  fputc('\n', stderr);
  va_end(args);
  abort();
}
