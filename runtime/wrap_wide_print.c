/* Wrappers of wprintf and its kind. The format is looked at as one of bytes: all that
 * counts in it is ASCII. */
#define _GNU_SOURCE
#include <stdio.h>
#include <wchar.h>

#include "wrap_format.h"

static void check_format(const wchar_t *format, FormatArgs *args, BelayOrigin origin,
                         va_list list, const char *function) {
  size_t length = belay_rt_wide_max(format, SIZE_MAX, origin, function);
  char *narrow = malloc(length + 1);
  if (!narrow) return;
  for (size_t i = 0; i < length; i++)
    narrow[i] = (char)(format[i] > 0 && format[i] < 128 ? format[i] : '?');
  narrow[length] = '\0';
  format_check_print(narrow, args, list, function);
  free(narrow);
}

/* Into memory of our own first, which grows up to the limit: only then is it known how
 * much is written. */
static int print_to(wchar_t *to, BelayOrigin target, size_t limit, const wchar_t *format,
                    va_list list, const char *function) {
  int result = -1;
  wchar_t *text = NULL;
  for (size_t room = 256; limit; room *= 4) {
    if (room > limit) room = limit;
    free(text);
    text = malloc(wrap_product(room, sizeof *text));
    if (!text) break;
    va_list copy;
    va_copy(copy, list);
    result = vswprintf(text, room, format, copy);
    va_end(copy);
    if (result < 0 && room < limit && room < 1u << 28) continue;
    size_t written = result < 0 ? room : (size_t)result + 1;
    wrap_writes(to, written * sizeof *to, target, function);
    wmemcpy(to, text, written);
    break;
  }
  free(text);
  return result;
}

int WRAPPED(swprintf)(wchar_t *to, size_t limit, const wchar_t *format, ...) {
  ENTER(swprintf);
  BelayOrigin target = ARG(0, to), origin = ARG(2, format);
  FormatArgs args = format_args(belay_entered, 3);
  va_list list;
  va_start(list, format);
  check_format(format, &args, origin, list, "swprintf");
  int result = print_to(to, target, limit, format, list, "swprintf");
  va_end(list);
  return result;
}

int WRAPPED(vswprintf)(wchar_t *to, size_t limit, const wchar_t *format, va_list list) {
  ENTER(vswprintf);
  BelayOrigin target = ARG(0, to), origin = ARG(2, format);
  FormatArgs args = format_args(0, 0);
  check_format(format, &args, origin, list, "vswprintf");
  return print_to(to, target, limit, format, list, "vswprintf");
}

int WRAPPED(wprintf)(const wchar_t *format, ...) {
  ENTER(wprintf);
  BelayOrigin origin = ARG(0, format);
  FormatArgs args = format_args(belay_entered, 1);
  va_list list;
  va_start(list, format);
  check_format(format, &args, origin, list, "wprintf");
  int result = vwprintf(format, list);
  va_end(list);
  return result;
}

int WRAPPED(fwprintf)(FILE *file, const wchar_t *format, ...) {
  ENTER(fwprintf);
  BelayOrigin origin = ARG(1, format);
  FormatArgs args = format_args(belay_entered, 2);
  va_list list;
  va_start(list, format);
  check_format(format, &args, origin, list, "fwprintf");
  int result = vfwprintf(file, format, list);
  va_end(list);
  return result;
}

int WRAPPED(vwprintf)(const wchar_t *format, va_list list) {
  ENTER(vwprintf);
  FormatArgs args = format_args(0, 0);
  check_format(format, &args, ARG(0, format), list, "vwprintf");
  return vwprintf(format, list);
}

int WRAPPED(vfwprintf)(FILE *file, const wchar_t *format, va_list list) {
  ENTER(vfwprintf);
  FormatArgs args = format_args(0, 0);
  check_format(format, &args, ARG(1, format), list, "vfwprintf");
  return vfwprintf(file, format, list);
}

int WRAPPED(fputws)(const wchar_t *text, FILE *file) {
  ENTER(fputws);
  belay_rt_wide_max(text, SIZE_MAX, ARG(0, text), "fputws");
  return fputws(text, file);
}

wchar_t *WRAPPED(fgetws)(wchar_t *to, int count, FILE *file) {
  ENTER(fgetws);
  BelayOrigin target = ARG(0, to);
  if (count > 0) belay_rt_access(to, sizeof *to, target, BELAY_WRITE, "fgetws");
  wchar_t *text = count > 0 ? malloc((size_t)count * sizeof *to) : NULL;
  wchar_t *got = text ? fgetws(text, count, file) : NULL;
  if (got) {
    size_t size = (wcslen(text) + 1) * sizeof *to;
    wrap_writes(to, size, target, "fgetws");
    memcpy(to, text, size);
  }
  free(text);
  RESULT(fgetws, got ? target : BELAY_NO_ORIGIN);
  return got ? to : NULL;
}
