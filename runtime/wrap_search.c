/* Wrappers of what compares and searches strings. */
#define _GNU_SOURCE
#include <strings.h>

#include "wrap.h"

/* Two strings are read up to the first difference and no further. */
static size_t common_length(const char *left, const char *right, size_t limit) {
  size_t n = 0;
  while (n < limit && left[n] && left[n] == right[n]) n++;
  return n < limit ? n + 1 : n;
}

/* A block that ends before the strings differ is an error found by looking byte by byte.
 */
static void compares(const char *left, BelayOrigin a, const char *right, BelayOrigin b,
                     size_t limit, const char *function) {
  if (limit == 0) return;
  if (!belay_rt_access(left, 1, a, BELAY_READ, function)) return;
  if (!belay_rt_access(right, 1, b, BELAY_READ, function)) return;
  size_t length = common_length(left, right, limit);
  wrap_reads(left, length, a, function);
  wrap_reads(right, length, b, function);
}

/* Those that do not look at bytes as such: both whole strings. */
static void reads_both(const char *left, BelayOrigin a, const char *right, BelayOrigin b,
                       const char *function) {
  wrap_string(left, a, function);
  wrap_string(right, b, function);
}

int WRAPPED(strcmp)(const char *left, const char *right) {
  ENTER(strcmp);
  BelayOrigin a = ARG(0, left), b = ARG(1, right);
  compares(left, a, right, b, SIZE_MAX, "strcmp");
  return strcmp(left, right);
}

int WRAPPED(strncmp)(const char *left, const char *right, size_t limit) {
  ENTER(strncmp);
  BelayOrigin a = ARG(0, left), b = ARG(1, right);
  compares(left, a, right, b, limit, "strncmp");
  return strncmp(left, right, limit);
}

int WRAPPED(strcasecmp)(const char *left, const char *right) {
  ENTER(strcasecmp);
  BelayOrigin a = ARG(0, left), b = ARG(1, right);
  compares(left, a, right, b, SIZE_MAX, "strcasecmp");
  return strcasecmp(left, right);
}

int WRAPPED(strncasecmp)(const char *left, const char *right, size_t limit) {
  ENTER(strncasecmp);
  BelayOrigin a = ARG(0, left), b = ARG(1, right);
  compares(left, a, right, b, limit, "strncasecmp");
  return strncasecmp(left, right, limit);
}

int WRAPPED(strcoll)(const char *left, const char *right) {
  ENTER(strcoll);
  BelayOrigin a = ARG(0, left), b = ARG(1, right);
  reads_both(left, a, right, b, "strcoll");
  return strcoll(left, right);
}

size_t WRAPPED(strxfrm)(char *to, const char *from, size_t size) {
  ENTER(strxfrm);
  BelayOrigin target = ARG(0, to), source = ARG(1, from);
  wrap_string(from, source, "strxfrm");
  size_t length = strxfrm(NULL, from, 0);
  wrap_writes(to, length < size ? length + 1 : size, target, "strxfrm");
  return strxfrm(to, from, size);
}

/* A search in a string: reads as far as the byte found. */
#define SEARCH_BYTE(name)                              \
  char *WRAPPED(name)(const char *text, int byte) {    \
    ENTER(name);                                       \
    BelayOrigin origin = ARG(0, text);                 \
    wrap_string(text, origin, #name);                  \
    char *found = (char *)(uintptr_t)name(text, byte); \
    RESULT(name, found ? origin : BELAY_NO_ORIGIN);    \
    return found;                                      \
  }
SEARCH_BYTE(strrchr)
SEARCH_BYTE(index)
SEARCH_BYTE(rindex)

char *WRAPPED(strchr)(const char *text, int byte) {
  ENTER(strchr);
  BelayOrigin origin = ARG(0, text);
  if (!belay_rt_access(text, 1, origin, BELAY_READ, "strchr")) return NULL;
  char *found = strchr(text, byte);
  if (found)
    wrap_reads(text, (size_t)(found - text) + 1, origin, "strchr");
  else
    wrap_string(text, origin, "strchr");
  RESULT(strchr, found ? origin : BELAY_NO_ORIGIN);
  return found;
}

char *WRAPPED(strchrnul)(const char *text, int byte) {
  ENTER(strchrnul);
  BelayOrigin origin = ARG(0, text);
  if (!belay_rt_access(text, 1, origin, BELAY_READ, "strchrnul")) return (char *)text;
  char *found = strchrnul(text, byte);
  wrap_reads(text, (size_t)(found - text) + 1, origin, "strchrnul");
  RESULT(strchrnul, origin);
  return found;
}

#define SEARCH_STRING(name)                                  \
  char *WRAPPED(name)(const char *text, const char *what) {  \
    ENTER(name);                                             \
    BelayOrigin origin = ARG(0, text), other = ARG(1, what); \
    reads_both(text, origin, what, other, #name);            \
    char *found = (char *)(uintptr_t)name(text, what);       \
    RESULT(name, found ? origin : BELAY_NO_ORIGIN);          \
    return found;                                            \
  }
SEARCH_STRING(strstr)
SEARCH_STRING(strcasestr)
SEARCH_STRING(strpbrk)

size_t WRAPPED(strspn)(const char *text, const char *set) {
  ENTER(strspn);
  BelayOrigin a = ARG(0, text), b = ARG(1, set);
  reads_both(text, a, set, b, "strspn");
  return strspn(text, set);
}

size_t WRAPPED(strcspn)(const char *text, const char *set) {
  ENTER(strcspn);
  BelayOrigin a = ARG(0, text), b = ARG(1, set);
  reads_both(text, a, set, b, "strcspn");
  return strcspn(text, set);
}
