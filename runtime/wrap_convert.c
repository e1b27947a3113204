/* Wrappers of what turns strings into numbers. */
#define _GNU_SOURCE
#include <inttypes.h>

#include "wrap.h"

#define CONVERT_WHOLE(type, name)           \
  type WRAPPED(name)(const char *text) {    \
    ENTER(name);                            \
    wrap_string(text, ARG(0, text), #name); \
    return name(text);                      \
  }
CONVERT_WHOLE(int, atoi)
CONVERT_WHOLE(long, atol)
CONVERT_WHOLE(long long, atoll)
CONVERT_WHOLE(double, atof)

#define CONVERT_FLOAT(type, name)                          \
  type WRAPPED(name)(const char *text, char **end) {       \
    ENTER(name);                                           \
    BelayOrigin origin = ARG(0, text), slot = ARG(1, end); \
    wrap_string(text, origin, #name);                      \
    wrap_stores(end, slot, origin, #name);                 \
    return name(text, end);                                \
  }
CONVERT_FLOAT(double, strtod)
CONVERT_FLOAT(float, strtof)
CONVERT_FLOAT(long double, strtold)

#define CONVERT_INTEGER(type, name)                            \
  type WRAPPED(name)(const char *text, char **end, int base) { \
    ENTER(name);                                               \
    BelayOrigin origin = ARG(0, text), slot = ARG(1, end);     \
    wrap_string(text, origin, #name);                          \
    wrap_stores(end, slot, origin, #name);                     \
    return name(text, end, base);                              \
  }
CONVERT_INTEGER(long, strtol)
CONVERT_INTEGER(unsigned long, strtoul)
CONVERT_INTEGER(long long, strtoll)
CONVERT_INTEGER(unsigned long long, strtoull)
CONVERT_INTEGER(intmax_t, strtoimax)
CONVERT_INTEGER(uintmax_t, strtoumax)
