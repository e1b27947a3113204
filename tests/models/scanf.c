/* The scanf family against libc's. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare.h"

int model_sscanf(const char *, const char *, ...);
int model___isoc99_scanf(const char *, ...);

#pragma GCC diagnostic ignored "-Wformat-nonliteral"
#pragma GCC diagnostic ignored "-Wformat-security"
#pragma GCC diagnostic ignored "-Wformat="

/* Room for what the conversions of one format store, eight bytes or a text each. */
typedef struct Stored {
  union {
    long long number;
    double real;
    long double long_real;
    char text[40];
  } v[4];
} Stored;

static void compare(const char *text, const char *format) {
  Stored mine, theirs;
  memset(&mine, 0x77, sizeof mine);
  memset(&theirs, 0x77, sizeof theirs);
  char *t = guarded_text(0, text), *f = guarded_text(1, format);
  int a = model_sscanf(t, f, &mine.v[0], &mine.v[1], &mine.v[2], &mine.v[3]);
  int b = sscanf(t, f, &theirs.v[0], &theirs.v[1], &theirs.v[2], &theirs.v[3]);
  expect(a == b, "sscanf \"%s\" \"%s\": %d, should be %d", text, format, a, b);
  for (int i = 0; i < 4; i++)
    expect(!memcmp(&mine.v[i], &theirs.v[i], sizeof mine.v[i]),
           "sscanf \"%s\" \"%s\": value %d is %llx, should be %llx", text, format, i,
           mine.v[i].number, theirs.v[i].number);
}

static const char *const texts[] = {"",
                                    " ",
                                    "1",
                                    "12 34",
                                    "-5,6",
                                    "0x1f 010",
                                    "abc",
                                    "abc def",
                                    "  x",
                                    "3.5",
                                    "1e5 2",
                                    "99999999999",
                                    "-99999999999",
                                    "9999999999999999999999",
                                    "a1b2",
                                    "[x]",
                                    "]a",
                                    "12abc",
                                    "+7",
                                    "-",
                                    "+",
                                    "0x",
                                    "0xg",
                                    "08",
                                    "1.5.2",
                                    ".5",
                                    ".",
                                    "1e",
                                    "1e+",
                                    "inf",
                                    "nan",
                                    "infinity",
                                    "in",
                                    "0x1.8p1",
                                    "1,2,3",
                                    "%5",
                                    " %",
                                    "5%",
                                    "key=value",
                                    "2024-01-31",
                                    "1:2:3.5",
                                    "\xe4\xf6",
                                    "(nil)",
                                    "18446744073709551615",
                                    "-1",
                                    "aaaaabbbbb",
                                    "a-z",
                                    "12  \n 13",
                                    "-inf",
                                    "1.25e-3x"};

static const char *const formats[] = {
  "%d",         "%d%d",     "%d %d",     "%i %i",     "%u",    "%x %o",   "%s",
  "%s%s",       "%3s%s",    "%c",        "%c%c",      " %c",   "%2c",     "%[a-z]",
  "%[^,],%d",   "%[]a]",    "%[^]]",     "%5[a]%[b]", "%[a-]", "%*d %d",  "%*s%s",
  "%d,%d",      "%2d%2d",   "%ld %lld",  "%hd %hhd",  "%lu",   "%f",      "%lf %lf",
  "%Lf",        "%f%s",     "%5f",       "%n",        "%d%n",  "%d%%",    "%% %d",
  "x%d",        "%[^=]=%s", "%d-%d-%d",  "%d:%d:%lf", "%p",    "%zu %jd", "abc%n",
  "%e",         "%3lf%lf",  "%1d%1d%1d", "%4i",       "%2x%x", "%*c%c",   "%[0-9]%s",
  "%*[^0-9]%d", " ",        "a b",       "%g%c"};

void compare_scanf(void) {
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    for (size_t j = 0; j < sizeof formats / sizeof *formats; j++)
      compare(texts[i], formats[j]);
  int a = 0, b = 0;
  char *word = NULL, name[8];
  set_input("12 x34\nhello world");
  expect(model___isoc99_scanf("%d", &a) == 1 && a == 12, "scanf %d", a);
  expect(model___isoc99_scanf("%d", &b) == 0, "scanf mismatch");
  expect(model___isoc99_scanf("x%d", &b) == 1 && b == 34, "scanf %d", b);
  expect(model___isoc99_scanf("%ms", &word) == 1 && !strcmp(word, "hello"), "scanf %%ms");
  free(word);
  expect(model___isoc99_scanf("%7s", name) == 1 && !strcmp(name, "world"), "scanf %%7s");
  expect(model___isoc99_scanf("%7s", name) == EOF, "scanf at the end");
}
