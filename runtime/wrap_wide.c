/* Wrappers of wchar.h: strings and arrays of wide characters. */
#define _GNU_SOURCE
#include <wchar.h>

#include "wrap.h"

enum { WIDE = sizeof(wchar_t) };

static size_t wide(const wchar_t *text, BelayOrigin origin, const char *function) {
  return belay_rt_wide_max(text, SIZE_MAX, origin, function);
}

/* Characters as bytes; the greatest size when that does not fit. */
static size_t bytes(size_t count) { return wrap_product(count, WIDE); }

size_t WRAPPED(wcslen)(const wchar_t *text) {
  ENTER(wcslen);
  return wide(text, ARG(0, text), "wcslen");
}

size_t WRAPPED(wcsnlen)(const wchar_t *text, size_t limit) {
  ENTER(wcsnlen);
  return belay_rt_wide_max(text, limit, ARG(0, text), "wcsnlen");
}

/* ---- copies ---- */

/* `length` characters and, with `end`, the zero behind them. */
static void put(wchar_t *to, BelayOrigin target, const wchar_t *from, size_t length,
                int end, const char *function) {
  wrap_writes(to, bytes(length + (size_t)end), target, function);
  belay_rt_disjoint(to, from, bytes(length + (size_t)end), function);
  wmemmove(to, from, length);
  if (end) to[length] = 0;
}

wchar_t *WRAPPED(wcscpy)(wchar_t *to, const wchar_t *from) {
  ENTER(wcscpy);
  BelayOrigin target = ARG(0, to), source = ARG(1, from);
  put(to, target, from, wide(from, source, "wcscpy"), 1, "wcscpy");
  RESULT(wcscpy, target);
  return to;
}

wchar_t *WRAPPED(wcpcpy)(wchar_t *to, const wchar_t *from) {
  ENTER(wcpcpy);
  BelayOrigin target = ARG(0, to), source = ARG(1, from);
  size_t length = wide(from, source, "wcpcpy");
  put(to, target, from, length, 1, "wcpcpy");
  RESULT(wcpcpy, target);
  return to + length;
}

wchar_t *WRAPPED(wcsncpy)(wchar_t *to, const wchar_t *from, size_t count) {
  ENTER(wcsncpy);
  BelayOrigin target = ARG(0, to), source = ARG(1, from);
  size_t length = belay_rt_wide_max(from, count, source, "wcsncpy");
  wrap_writes(to, bytes(count), target, "wcsncpy");
  belay_rt_disjoint(to, from, bytes(length), "wcsncpy");
  wmemmove(to, from, length);
  wmemset(to + length, 0, count - length);
  RESULT(wcsncpy, target);
  return to;
}

wchar_t *WRAPPED(wcscat)(wchar_t *to, const wchar_t *from) {
  ENTER(wcscat);
  BelayOrigin target = ARG(0, to), source = ARG(1, from);
  size_t there = wide(to, target, "wcscat");
  put(to + there, target, from, wide(from, source, "wcscat"), 1, "wcscat");
  RESULT(wcscat, target);
  return to;
}

wchar_t *WRAPPED(wcsncat)(wchar_t *to, const wchar_t *from, size_t limit) {
  ENTER(wcsncat);
  BelayOrigin target = ARG(0, to), source = ARG(1, from);
  size_t there = wide(to, target, "wcsncat");
  size_t length = belay_rt_wide_max(from, limit, source, "wcsncat");
  put(to + there, target, from, length, 1, "wcsncat");
  RESULT(wcsncat, target);
  return to;
}

wchar_t *WRAPPED(wcsdup)(const wchar_t *text) {
  ENTER(wcsdup);
  size_t length = wide(text, ARG(0, text), "wcsdup") + 1;
  wchar_t *to = belay_wrap_malloc(bytes(length));
  if (to) wmemcpy(to, text, length);
  RESULT(wcsdup, to ? belay_rt_thread.result : BELAY_NO_ORIGIN);
  return to;
}

wchar_t *WRAPPED(wmemcpy)(wchar_t *to, const wchar_t *from, size_t count) {
  ENTER(wmemcpy);
  BelayOrigin target = ARG(0, to), source = ARG(1, from);
  wrap_reads(from, bytes(count), source, "wmemcpy");
  put(to, target, from, count, 0, "wmemcpy");
  RESULT(wmemcpy, target);
  return to;
}

wchar_t *WRAPPED(wmemmove)(wchar_t *to, const wchar_t *from, size_t count) {
  ENTER(wmemmove);
  BelayOrigin target = ARG(0, to), source = ARG(1, from);
  wrap_reads(from, bytes(count), source, "wmemmove");
  wrap_writes(to, bytes(count), target, "wmemmove");
  wmemmove(to, from, count);
  RESULT(wmemmove, target);
  return to;
}

wchar_t *WRAPPED(wmemset)(wchar_t *to, wchar_t value, size_t count) {
  ENTER(wmemset);
  BelayOrigin target = ARG(0, to);
  wrap_writes(to, bytes(count), target, "wmemset");
  wmemset(to, value, count);
  RESULT(wmemset, target);
  return to;
}

/* ---- comparing and searching ---- */

/* Whether both strings end in their blocks, as far as the comparison may go. */
static void compares(const wchar_t *left, BelayOrigin of_left, const wchar_t *right,
                     BelayOrigin of_right, size_t limit, const char *function) {
  size_t same = 0;
  while (same < limit) {
    const wchar_t *l = left + same, *r = right + same;
    if (!belay_rt_access(l, WIDE, of_left, BELAY_READ, function)) return;
    if (!belay_rt_access(r, WIDE, of_right, BELAY_READ, function)) return;
    if (*l != *r || !*l) return;
    same++;
  }
}

int WRAPPED(wcscmp)(const wchar_t *left, const wchar_t *right) {
  ENTER(wcscmp);
  BelayOrigin of_left = ARG(0, left), of_right = ARG(1, right);
  compares(left, of_left, right, of_right, SIZE_MAX, "wcscmp");
  return wcscmp(left, right);
}

int WRAPPED(wcsncmp)(const wchar_t *left, const wchar_t *right, size_t limit) {
  ENTER(wcsncmp);
  BelayOrigin of_left = ARG(0, left), of_right = ARG(1, right);
  compares(left, of_left, right, of_right, limit, "wcsncmp");
  return wcsncmp(left, right, limit);
}

int WRAPPED(wmemcmp)(const wchar_t *left, const wchar_t *right, size_t count) {
  ENTER(wmemcmp);
  BelayOrigin of_left = ARG(0, left), of_right = ARG(1, right);
  wrap_reads(left, bytes(count), of_left, "wmemcmp");
  wrap_reads(right, bytes(count), of_right, "wmemcmp");
  return wmemcmp(left, right, count);
}

#define FINDS(name)                                             \
  wchar_t *WRAPPED(name)(const wchar_t *text, wchar_t wanted) { \
    ENTER(name);                                                \
    BelayOrigin origin = ARG(0, text);                          \
    wide(text, origin, #name);                                  \
    const wchar_t *found = name(text, wanted);                  \
    RESULT(name, found ? origin : BELAY_NO_ORIGIN);             \
    return (wchar_t *)(uintptr_t)found;                         \
  }
FINDS(wcschr)
FINDS(wcsrchr)

#define FINDS_TEXT(name)                                               \
  wchar_t *WRAPPED(name)(const wchar_t *text, const wchar_t *wanted) { \
    ENTER(name);                                                       \
    BelayOrigin origin = ARG(0, text), other = ARG(1, wanted);         \
    wide(text, origin, #name);                                         \
    wide(wanted, other, #name);                                        \
    const wchar_t *found = name(text, wanted);                         \
    RESULT(name, found ? origin : BELAY_NO_ORIGIN);                    \
    return (wchar_t *)(uintptr_t)found;                                \
  }
FINDS_TEXT(wcsstr)
FINDS_TEXT(wcspbrk)

#define COUNTS(name)                                                 \
  size_t WRAPPED(name)(const wchar_t *text, const wchar_t *wanted) { \
    ENTER(name);                                                     \
    BelayOrigin origin = ARG(0, text), other = ARG(1, wanted);       \
    wide(text, origin, #name);                                       \
    wide(wanted, other, #name);                                      \
    return name(text, wanted);                                       \
  }
COUNTS(wcsspn)
COUNTS(wcscspn)

wchar_t *WRAPPED(wmemchr)(const wchar_t *text, wchar_t wanted, size_t count) {
  ENTER(wmemchr);
  BelayOrigin origin = ARG(0, text);
  const wchar_t *found = NULL;
  for (size_t i = 0; i < count && !found; i++) {
    if (!belay_rt_access(text + i, WIDE, origin, BELAY_READ, "wmemchr")) break;
    if (text[i] == wanted) found = text + i;
  }
  RESULT(wmemchr, found ? origin : BELAY_NO_ORIGIN);
  return (wchar_t *)(uintptr_t)found;
}

/* ---- to and from bytes ---- */

size_t WRAPPED(mbstowcs)(wchar_t *to, const char *from, size_t count) {
  ENTER(mbstowcs);
  BelayOrigin target = ARG(0, to), source = ARG(1, from);
  wrap_string(from, source, "mbstowcs");
  size_t length = mbstowcs(NULL, from, 0);
  if (to && length != (size_t)-1)
    wrap_writes(to, bytes(length < count ? length + 1 : count), target, "mbstowcs");
  return mbstowcs(to, from, count);
}

size_t WRAPPED(wcstombs)(char *to, const wchar_t *from, size_t size) {
  ENTER(wcstombs);
  BelayOrigin target = ARG(0, to), source = ARG(1, from);
  wide(from, source, "wcstombs");
  size_t length = wcstombs(NULL, from, 0);
  if (to && length != (size_t)-1)
    wrap_writes(to, length < size ? length + 1 : size, target, "wcstombs");
  return wcstombs(to, from, size);
}
