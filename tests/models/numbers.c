/* stdlib.h's conversions against libc's. */
#define _GNU_SOURCE
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare.h"

long model_strtol(const char *, char **, int);
long long model_strtoll(const char *, char **, int);
unsigned long model_strtoul(const char *, char **, int);
unsigned long long model_strtoull(const char *, char **, int);
long long model___isoc23_strtoll(const char *, char **, int);
MODEL(strtod);
MODEL(strtof);
MODEL(strtold);
MODEL(atof);
int *model___errno_location(void);
int model_atoi(const char *);
long model_atol(const char *);
long long model_atoll(const char *);

#define model_errno (*model___errno_location())

#define COMPARE_INTEGER(function, type)                                                  \
  do {                                                                                   \
    char *mine, *theirs;                                                                 \
    errno = 0;                                                                           \
    model_errno = 0;                                                                     \
    type a = model_##function(t, &mine, base), b = function(t, &theirs, base);           \
    expect(a == b && mine == theirs && model_errno == errno,                             \
           #function " \"%s\" %d: %lld, errno %d, should be %lld, errno %d", text, base, \
           (long long)a, model_errno, (long long)b, errno);                              \
  } while (0)

static void compare_integer(const char *text, int base) {
  char *t = guarded_text(0, text);
  COMPARE_INTEGER(strtol, long);
  COMPARE_INTEGER(strtoll, long long);
  COMPARE_INTEGER(strtoul, unsigned long);
  COMPARE_INTEGER(strtoull, unsigned long long);
  expect(model_atoi(t) == atoi(t), "atoi \"%s\"", text);
  expect(model_atol(t) == atol(t), "atol \"%s\"", text);
  expect(model_atoll(t) == atoll(t), "atoll \"%s\"", text);
}

static const char *const integers[] = {"",
                                       "0",
                                       "1",
                                       "-1",
                                       "+7",
                                       " 42",
                                       "\t\n -13x",
                                       "0x",
                                       "0x1f",
                                       "0xg",
                                       "-0x10",
                                       "0X7f",
                                       "010",
                                       "08",
                                       "zz",
                                       "1z",
                                       "- 1",
                                       "+-1",
                                       "--1",
                                       "99999999999999999999",
                                       "2147483647",
                                       "2147483648",
                                       "-2147483648",
                                       "-2147483649",
                                       "4294967295",
                                       "4294967296",
                                       "-4294967295",
                                       "9223372036854775807",
                                       "9223372036854775808",
                                       "-9223372036854775808",
                                       "-9223372036854775809",
                                       "18446744073709551615",
                                       "18446744073709551616",
                                       "-18446744073709551615",
                                       "-18446744073709551616",
                                       "-99999999999999999999999",
                                       "abc",
                                       "0x ",
                                       "00000000000000000000000000000001",
                                       "x1",
                                       "  ",
                                       "1 2",
                                       "7fffffff",
                                       "ffffffffffffffff"};

static void compare_integers(void) {
  static const int bases[] = {0, 2, 8, 10, 16, 36, 7};
  for (size_t i = 0; i < sizeof integers / sizeof *integers; i++)
    for (size_t b = 0; b < sizeof bases / sizeof *bases; b++)
      compare_integer(integers[i], bases[b]);
  for (int round = 0; round < 3000; round++) {
    static const char letters[] = "0123456789 -+xXfz";
    char text[32];
    size_t length = pick(24);
    for (size_t i = 0; i < length; i++)
      text[i] = letters[pick(pick(3) ? 10 : sizeof letters - 1)];
    text[length] = 0;
    compare_integer(text, bases[pick(7)]);
  }
  char *end;
  expect(model___isoc23_strtoll("0b101", &end, 0) == 5 && *end == 0, "binary prefix");
  expect(model___isoc23_strtoll("-0B11x", &end, 2) == -3 && *end == 'x', "binary prefix");
  expect(model___isoc23_strtoll("0b2", &end, 0) == 0 && *end == 'b', "binary prefix");
}

/* ---- floats ---- */

static bool same(long double a, long double b) {
  return (isnan(a) && isnan(b)) || (a == b && signbit(a) == signbit(b));
}

#define COMPARE_FLOAT(function, type)                                         \
  do {                                                                        \
    char *mine, *theirs;                                                      \
    errno = 0;                                                                \
    model_errno = 0;                                                          \
    type a = model_##function(t, &mine), b = function(t, &theirs);            \
    expect(same(a, b) && mine == theirs && model_errno == errno,              \
           #function " \"%s\": %La, errno %d, should be %La, errno %d", text, \
           (long double)a, model_errno, (long double)b, errno);               \
  } while (0)

static void compare_float(const char *text) {
  char *t = guarded_text(0, text);
  COMPARE_FLOAT(strtod, double);
  COMPARE_FLOAT(strtof, float);
  COMPARE_FLOAT(strtold, long double);
}

static const char *const floats[] = {
  "",
  ".",
  "0",
  "-0",
  "0.0",
  "1",
  "1.5",
  "-2.25e3",
  "  3.5x",
  "1e",
  "1e+",
  "1e5",
  "1.e2",
  ".5",
  "+.5e-1",
  "1e400",
  "-1e400",
  "1e-400",
  "4.9e-324",
  "2.4e-324",
  "2.5e-324",
  "2.2250738585072014e-308",
  "2.2250738585072011e-308",
  "2.2250738585072012e-308",
  "1.7976931348623157e308",
  "1.7976931348623158e308",
  "1.7976931348623159e308",
  "9007199254740993",
  "9007199254740992.5",
  "9007199254740993.0000000000000001",
  "0.1",
  "0.3",
  "123456789012345678",
  "1e22",
  "1e23",
  "8.5e22",
  "1.1e-22",
  "3.4028235e38",
  "3.4028236e38",
  "1.4e-45",
  "7e-46",
  "16777217",
  "16777219",
  "inf",
  "-infinity",
  "INFx",
  "nan",
  "nan(12)",
  "nan(",
  "NaN(x_1)",
  "0x1p3",
  "0x1.8p1",
  "0x",
  "0x.8",
  "0xg",
  "0x1p",
  "0x1.fffffffffffff8p0",
  "0x1.fffffffffffff7p0",
  "0x1p-1074",
  "0x1p-1075",
  "0x1.8p-1075",
  "0x1p1024",
  "0x123456789abcdef123456789p-20",
  "0x0.00000000000000000001p80",
  "1e4932",
  "1.2e4932",
  "3.6e-4951",
  "1e-4960",
  "179769313486231580793728971405303415079934"
  "13271003782693617377898044496829276475094664901797758720709633028641669288791094655554"
  "7851"
  "94040263065748867150582068190890200070838367627385484581771153176447573027006985557136"
  "6959"
  "62284291481986083493647529271907416844436551070434271155969950809304288.0",
  "0."
  "00000000000000000000000000000000000000000000000000000000000000000000000000000000000000"
  "1",
  "10000000000000000000000000000000000000000000000000000000000000000000000000000000000000"
  "0"};

static void compare_floats(void) {
  for (size_t i = 0; i < sizeof floats / sizeof *floats; i++) compare_float(floats[i]);
  for (int round = 0; round < 6000; round++) {
    char text[64];
    int digits = 1 + (int)pick(22), length = 0;
    if (!pick(4)) text[length++] = '-';
    for (int i = 0; i < digits; i++) {
      if (i == digits / 2 && pick(2) && !memchr(text, '.', (size_t)length))
        text[length++] = '.';
      text[length++] = (char)('0' + pick(10));
    }
    text[length] = 0;
    if (pick(3))
      sprintf(text + length, "e%d",
              (int)pick(pick(3) ? 60 : 660) - (int)pick(pick(3) ? 30 : 330));
    compare_float(text);
  }
  for (int round = 0; round < 2000; round++) {
    char text[64];
    uint64_t bits =
      (uint64_t)pick(1u << 31) << 33 ^ (uint64_t)pick(1u << 31) << 11 ^ pick(2048);
    double value;
    memcpy(&value, &bits, sizeof value);
    if (!isfinite(value)) continue;
    sprintf(text, pick(2) ? "%.17g" : "%a", value);
    compare_float(text);
  }
}

void compare_numbers(void) {
  compare_integers();
  compare_floats();
}
