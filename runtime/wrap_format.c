/* See wrap_format.h. A format with numbered arguments (%1$s) is not looked at. */
#define _GNU_SOURCE
#include "wrap_format.h"

#include <inttypes.h>
#include <stdio.h>
#include <wchar.h>

typedef enum Length {
  PLAIN,
  CHAR,
  SHORT,
  LONG,
  LONGER,
  SIZE,
  MAX,
  DIFFERENCE,
  BIG
} Length;

/* One conversion of a format. */
typedef struct Conversion {
  int star_width, star_precision, suppressed, allocates;
  long width, precision; /* -1: not given */
  Length length;
  char letter;
} Conversion;

BelayOrigin format_next(FormatArgs *args, const void *pointer) {
  unsigned i = args->next++;
  return args->known && i < BELAY_MAX_ARGS ? args->origins[i]
                                           : belay_rt_origin_at(pointer);
}

static const char *read_number(const char *at, long *number) {
  if (*at < '0' || *at > '9') return at;
  for (*number = 0; *at >= '0' && *at <= '9'; at++)
    if (*number < 100000000) *number = *number * 10 + (*at - '0');
  return at;
}

static const char *read_length(const char *at, Length *length) {
  static const char letters[] = "hlzjtLq";
  static const Length lengths[] = {SHORT, LONG, SIZE, MAX, DIFFERENCE, BIG, LONGER};
  const char *found = *at ? strchr(letters, *at) : NULL;
  *length = found ? lengths[found - letters] : PLAIN;
  if (!found) return at;
  if (at[0] == at[1] && (*length == SHORT || *length == LONG)) {
    *length = *length == SHORT ? CHAR : LONGER;
    return at + 2;
  }
  return at + 1;
}

/* Behind the %; the first character behind the conversion. */
static const char *read_print(const char *at, Conversion *c) {
  *c = (Conversion){.width = -1, .precision = -1};
  while (*at && strchr("-+ #0'I", *at)) at++;
  if (*at == '*')
    at++, c->star_width = 1;
  else
    at = read_number(at, &c->width);
  if (*at == '.') {
    c->precision = 0;
    if (*++at == '*')
      at++, c->star_precision = 1;
    else
      at = read_number(at, &c->precision);
  }
  at = read_length(at, &c->length);
  c->letter = *at;
  return *at ? at + 1 : at;
}

static size_t integer_size(Length length) {
  switch (length) {
  case CHAR: return 1;
  case SHORT: return sizeof(short);
  case LONG: return sizeof(long);
  case LONGER:
  case BIG: return sizeof(long long);
  case SIZE: return sizeof(size_t);
  case MAX: return sizeof(intmax_t);
  case DIFFERENCE: return sizeof(ptrdiff_t);
  default: return sizeof(int);
  }
}

/* va_list as something that a function can move on, whatever it is on this machine. */
typedef struct Arguments {
  va_list list;
} Arguments;

static void skip_integer(Arguments *a, FormatArgs *args, Length length) {
  args->next++;
  if (integer_size(length) > sizeof(int)) {
    if (integer_size(length) == sizeof(long))
      (void)va_arg(a->list, long);
    else
      (void)va_arg(a->list, long long);
  } else
    (void)va_arg(a->list, int);
}

static void skip_float(Arguments *a, FormatArgs *args, Length length) {
  args->next++;
  if (length == BIG)
    (void)va_arg(a->list, long double);
  else
    (void)va_arg(a->list, double);
}

static void print_string(Arguments *a, FormatArgs *args, const Conversion *c,
                         const char *function) {
  const char *text = va_arg(a->list, const char *);
  BelayOrigin origin = format_next(args, text);
  if (!text) return; /* "(null)" */
  if (c->length == LONG || c->letter == 'S')
    belay_rt_wide_max((const wchar_t *)(const void *)text,
                      c->precision >= 0 ? (size_t)c->precision : SIZE_MAX, origin,
                      function);
  else if (c->precision >= 0)
    belay_rt_string_max(text, (size_t)c->precision, origin, function);
  else
    belay_rt_string(text, origin, function);
}

static void print_count(Arguments *a, FormatArgs *args, const Conversion *c,
                        const char *function) {
  void *to = va_arg(a->list, void *);
  wrap_writes(to, integer_size(c->length), format_next(args, to), function);
}

/* 0: not a conversion that is known here; nothing behind it can be understood. */
static int check_print(Arguments *a, FormatArgs *args, Conversion *c,
                       const char *function) {
  if (c->star_width) skip_integer(a, args, PLAIN);
  if (c->star_precision) {
    args->next++;
    c->precision = va_arg(a->list, int);
  }
  switch (c->letter) {
  case 'd':
  case 'i':
  case 'o':
  case 'u':
  case 'x':
  case 'X': skip_integer(a, args, c->length); return 1;
  case 'c':
  case 'C': skip_integer(a, args, PLAIN); return 1;
  case 'e':
  case 'E':
  case 'f':
  case 'F':
  case 'g':
  case 'G':
  case 'a':
  case 'A': skip_float(a, args, c->length); return 1;
  case 's':
  case 'S': print_string(a, args, c, function); return 1;
  case 'p':
    (void)va_arg(a->list, void *);
    args->next++;
    return 1;
  case 'n': print_count(a, args, c, function); return 1;
  case '%':
  case 'm': return 1;
  default: return 0;
  }
}

void format_check_print(const char *format, FormatArgs *args, va_list list,
                        const char *function) {
  Arguments a;
  va_copy(a.list, list);
  int known = strchr(format, '$') == NULL;
  while (known && (format = strchr(format, '%'))) {
    Conversion c;
    format = read_print(format + 1, &c);
    known = check_print(&a, args, &c, function);
  }
  va_end(a.list);
}

/* ---- scanf ---- */

/* Behind "%[" to behind the "]". */
static const char *skip_set(const char *at) {
  if (*at == '^') at++;
  if (*at == ']') at++;
  while (*at && *at != ']') at++;
  return *at ? at + 1 : at;
}

static const char *read_scan(const char *at, Conversion *c) {
  *c = (Conversion){.width = -1, .precision = -1};
  if (*at == '*') at++, c->suppressed = 1;
  at = read_number(at, &c->width);
  if (*at == 'm') at++, c->allocates = 1;
  at = read_length(at, &c->length);
  c->letter = *at;
  if (*at) at++;
  return c->letter == '[' ? skip_set(at) : at;
}

static size_t float_size(Length length) {
  return length == BIG    ? sizeof(long double)
         : length == LONG ? sizeof(double)
                          : sizeof(float);
}

/* Bytes that the conversion writes; 0: a string. */
static size_t scan_size(const Conversion *c) {
  if (c->allocates) return sizeof(char *);
  switch (c->letter) {
  case 'd':
  case 'i':
  case 'o':
  case 'u':
  case 'x':
  case 'X':
  case 'n': return integer_size(c->length);
  case 'p': return sizeof(void *);
  case 'c':
    return (c->width > 0 ? (size_t)c->width : 1) *
           (c->length == LONG ? sizeof(wchar_t) : 1);
  case 's':
  case '[': return 0;
  default: return float_size(c->length);
  }
}

static void scan_one(void *to, BelayOrigin origin, const Conversion *c, int done,
                     const char *function) {
  size_t size = scan_size(c);
  int wide = c->length == LONG && size == 0;
  if (size && !done) wrap_writes(to, size, origin, function);
  if (!size && !done) belay_rt_access(to, 1, origin, BELAY_WRITE, function);
  if (!size && done && wide)
    wrap_writes(to, (wcslen(to) + 1) * sizeof(wchar_t), origin, function);
  if (!size && done && !wide) wrap_writes(to, strlen(to) + 1, origin, function);
}

void format_check_scan(const char *format, FormatArgs *args, va_list list, int written,
                       const char *function) {
  Arguments a;
  va_copy(a.list, list);
  int known = strchr(format, '$') == NULL, made = 0;
  while (known && (format = strchr(format, '%'))) {
    Conversion c;
    format = read_scan(format + 1, &c);
    if (c.letter == '%' || c.suppressed) continue;
    if (c.letter == '\0' || !strchr("diouxXnpcs[eEfFgGaA", c.letter)) break;
    void *to = va_arg(a.list, void *);
    BelayOrigin origin = format_next(args, to);
    if (written >= 0 && made >= written) break;
    if (c.letter != 'n') made++;
    scan_one(to, origin, &c, written >= 0, function);
  }
  va_end(a.list);
}
