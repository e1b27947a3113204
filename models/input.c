/* stdio.h: the scanf family, by its names in glibc's headers of different ages. */
#include "stream.h"

static int scan_stream(FILE *stream, const char *format, va_list list) {
  Origin origin = {stream, NULL, 0, 0};
  return __belay_scan(&origin, format, list);
}

static int scan_text(const char *text, const char *format, va_list list) {
  Origin origin = {NULL, text, 0, 0};
  return __belay_scan(&origin, format, list);
}

#define WITH_LIST(call)   \
  va_list list;           \
  va_start(list, format); \
  int result = call;      \
  va_end(list);           \
  return result

/* The six functions of one naming scheme. */
#define SCANF_FAMILY(prefix)                                                \
  int prefix##scanf(const char *format, ...) {                              \
    WITH_LIST(scan_stream(stdin, format, list));                            \
  }                                                                         \
  int prefix##fscanf(FILE *stream, const char *format, ...) {               \
    WITH_LIST(scan_stream(stream, format, list));                           \
  }                                                                         \
  int prefix##sscanf(const char *text, const char *format, ...) {           \
    WITH_LIST(scan_text(text, format, list));                               \
  }                                                                         \
  int prefix##vscanf(const char *format, va_list list) {                    \
    return scan_stream(stdin, format, list);                                \
  }                                                                         \
  int prefix##vfscanf(FILE *stream, const char *format, va_list list) {     \
    return scan_stream(stream, format, list);                               \
  }                                                                         \
  int prefix##vsscanf(const char *text, const char *format, va_list list) { \
    return scan_text(text, format, list);                                   \
  }

SCANF_FAMILY()
SCANF_FAMILY(__isoc99_)
SCANF_FAMILY(__isoc23_)
