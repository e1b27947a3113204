/* The printf family against libc's, byte by byte. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "compare.h"

MODEL(snprintf);
MODEL(sprintf);
MODEL(vsnprintf);
MODEL(asprintf);
MODEL(printf);
MODEL(dprintf);
int model___sprintf_chk(char *, int, size_t, const char *, ...);
int *model___errno_location(void);

#pragma GCC diagnostic ignored "-Wformat-nonliteral"
#pragma GCC diagnostic ignored "-Wformat-security"
#pragma GCC diagnostic ignored "-Wformat-truncation"
#pragma GCC diagnostic ignored "-Wformat="
#pragma GCC diagnostic ignored "-Wformat-overflow"

enum { ROOM = 2048 };

/* The same call to both, with exactly as much room as the text needs. */
#define COMPARE(format, ...)                                                            \
  do {                                                                                  \
    char theirs[ROOM];                                                                  \
    const char *f = (format);                                                           \
    int length = snprintf(theirs, ROOM, f, __VA_ARGS__);                                \
    char *mine = guarded(0, (size_t)(length < 0 ? ROOM : length) + 1);                  \
    int ours = model_sprintf(mine, f, __VA_ARGS__);                                     \
    expect(ours == length && (length < 0 || !memcmp(mine, theirs, (size_t)length + 1)), \
           "sprintf \"%s\": %d \"%s\", should be %d \"%s\"", f, ours, mine, length,     \
           theirs);                                                                     \
  } while (0)

static const char *make_spec(char *to, const char *sizes, const char *conversions) {
  static const char *const widths[] = {"", "1", "5", "12", "30"};
  static const char *const precisions[] = {"", ".", ".0", ".1", ".3", ".10", ".25"};
  char *at = to;
  *at++ = '<';
  *at++ = '%';
  for (unsigned i = pick(4); i > 0; i--) *at++ = "-+ #0"[pick(5)];
  at = stpcpy(at, widths[pick(5)]);
  at = stpcpy(at, precisions[pick(7)]);
  at = stpcpy(at, sizes);
  *at++ = conversions[pick((unsigned)strlen(conversions))];
  *at++ = '>';
  *at = 0;
  return to;
}

static void compare_integers(void) {
  static const long long values[] = {0,
                                     1,
                                     -1,
                                     7,
                                     42,
                                     -100,
                                     255,
                                     65535,
                                     65536,
                                     2147483647,
                                     -2147483648LL,
                                     4294967295LL,
                                     9223372036854775807LL,
                                     -9223372036854775807LL - 1,
                                     1234567890123LL};
  char spec[64];
  for (int round = 0; round < 8000; round++) {
    long long value = values[pick(sizeof values / sizeof *values)];
    COMPARE(make_spec(spec, "", "diuoxX"), (int)value);
    COMPARE(make_spec(spec, "h", "diuoxX"), (int)value);
    COMPARE(make_spec(spec, "hh", "diuoxX"), (int)value);
    COMPARE(make_spec(spec, "l", "diuoxX"), (long)value);
    COMPARE(make_spec(spec, pick(2) ? "ll" : "j", "diuoxX"), value);
    COMPARE(make_spec(spec, pick(2) ? "z" : "t", "diuoxX"), (size_t)value);
  }
}

static void compare_floats(void) {
  static const double values[] = {0.0,
                                  -0.0,
                                  1.0,
                                  -1.5,
                                  3.14159265358979,
                                  1e10,
                                  1e-10,
                                  1e100,
                                  1e308,
                                  123456.789,
                                  0.5,
                                  2.5,
                                  1e15,
                                  1e16,
                                  99999.5,
                                  __builtin_inf(),
                                  -__builtin_inf(),
                                  __builtin_nan(""),
                                  5e-324};
  char spec[64];
  for (int round = 0; round < 4000; round++) {
    double value = values[pick(sizeof values / sizeof *values)];
    COMPARE(make_spec(spec, "", "fFeEgGaA"), value);
    COMPARE(make_spec(spec, "L", "fFeEgGaA"), (long double)value);
  }
  COMPARE("%.100f|%200.3f", 1e308, 1.0);
}

static void compare_text(void) {
  static const char *const texts[] = {"", "a", "hello",
                                      "a longer text than the widths have"};
  char spec[64];
  for (int round = 0; round < 1500; round++) {
    const char *text = guarded_text(1, texts[pick(4)]);
    char letter = "a%\n\xe4"[pick(4)];
    void *pointer = pick(2) ? NULL : (void *)0x1234abc;
    COMPARE(make_spec(spec, "", "s"), text);
    COMPARE(make_spec(spec, "", "c"), letter);
    COMPARE(make_spec(spec, "l", "s"), L"wide text");
    COMPARE(make_spec(spec, "l", "c"), (wint_t)L'w');
    COMPARE(make_spec(spec, "", "p"), pointer);
  }
  memcpy(guarded(1, 3), "abc", 3);
  COMPARE("%.3s", guarded(1, 0) - 3);
  COMPARE("%s %.3s %6s %-8s|", (char *)NULL, (char *)NULL, (char *)NULL, (char *)NULL);
  COMPARE("%ls|", L"\xe4\x20ac");
}

static void compare_rest(void) {
  COMPARE("%*d %-*d %.*f %*.*s", 5, 1, 5, 2, 2, 3.14159, -8, 2, "xyz");
  COMPARE("%*d|%.*d|%.*s", -6, 1, -1, 5, -1, "abc");
  COMPARE("100%% %d%%", 5);
  COMPARE("%5%|%-5%|%d", 1);
  COMPARE("%d %s %c %f %x %lu %lld", 1, "two", '3', 4.0, 5, 6ul, 7ll);
  COMPARE("%d%", 1);
  COMPARE("%y %d", 1);
  COMPARE("%Lf %f %Lg %d", 1.5L, 2.5, 3.5L, 4);
  COMPARE("%1d%2d%3d%4d%5d%6d%7d%8d%9d%10d", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
  COMPARE("%f%f%f%f%f%f%f%f%f%f%d", 1., 2., 3., 4., 5., 6., 7., 8., 9., 10., 11);
  errno = *model___errno_location() = ENOENT;
  COMPARE("%m %d", 1);
  int a = 0, b = 0;
  short c = 0;
  char mine[16];
  model_sprintf(mine, "ab%ncd%hn", &a, &c);
  expect(a == 2 && c == 4, "%%n: %d %d", a, c);
  model_snprintf(mine, 3, "abcdef%n", &b);
  expect(b == 6 && !strcmp(mine, "ab"), "%%n in snprintf: %d", b);
}

static int call_vsnprintf(char *to, size_t capacity, const char *format, ...) {
  va_list list;
  va_start(list, format);
  int length = model_vsnprintf(to, capacity, format, list);
  va_end(list);
  return length;
}

static void compare_targets(void) {
  for (size_t room = 0; room < 12; room++) {
    char theirs[16], *mine = guarded(0, room);
    memset(theirs, 0x5a, sizeof theirs);
    int length = snprintf(theirs, room, "%s-%d", "abc", 1234);
    expect(model_snprintf(mine, room, "%s-%d", "abc", 1234) == length &&
             !memcmp(mine, theirs, room),
           "snprintf into %zu", room);
    mine = guarded(0, room);
    expect(call_vsnprintf(mine, room, "%s-%d", "abc", 1234) == length &&
             !memcmp(mine, theirs, room),
           "vsnprintf into %zu", room);
  }
  expect(model_snprintf(NULL, 0, "%d", 12345) == 5, "snprintf(NULL, 0)");
  char *text = NULL;
  expect(model_asprintf(&text, "%05d %s", 42, "x") == 7 && !strcmp(text, "00042 x"),
         "asprintf");
  free(text);
  char fortified[8];
  expect(model___sprintf_chk(fortified, 1, sizeof fortified, "%d", 77) == 2 &&
           !strcmp(fortified, "77"),
         "__sprintf_chk");
  expect(model_printf("one %d\n", 1) == 6 && model_printf("two\n") == 4, "printf");
  expect(!strcmp(take_output(1, NULL), "one 1\ntwo\n"), "printf's output");
  expect(model_dprintf(2, "%s", "err") == 3 && !strcmp(take_output(2, NULL), "err"),
         "dprintf");
}

void compare_printf(void) {
  compare_integers();
  compare_floats();
  compare_text();
  compare_rest();
  compare_targets();
}
