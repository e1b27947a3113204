/* Dates against libc's, with the time zone UTC. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "compare.h"

MODEL(gmtime_r);
MODEL(gmtime);
MODEL(localtime_r);
MODEL(mktime);
MODEL(timegm);
MODEL(strftime);
MODEL(asctime);
MODEL(ctime);
MODEL(difftime);
MODEL(time);

static bool same_date(const struct tm *a, const struct tm *b) {
  return a->tm_sec == b->tm_sec && a->tm_min == b->tm_min && a->tm_hour == b->tm_hour &&
         a->tm_mday == b->tm_mday && a->tm_mon == b->tm_mon && a->tm_year == b->tm_year &&
         a->tm_wday == b->tm_wday && a->tm_yday == b->tm_yday &&
         a->tm_isdst == b->tm_isdst && a->tm_gmtoff == b->tm_gmtoff &&
         !strcmp(a->tm_zone, b->tm_zone);
}

static void compare_format(const char *format, const struct tm *date) {
  char theirs[200];
  size_t length = strftime(theirs, sizeof theirs, format, date);
  char *mine = guarded(0, length + 1);
  size_t ours = model_strftime(mine, length + 1, format, date);
  expect(ours == length && !memcmp(mine, theirs, length + 1),
         "strftime \"%s\": \"%s\", should be \"%s\"", format, mine, theirs);
  if (length > 0)
    expect(model_strftime(guarded(0, length), length, format, date) == 0,
           "strftime, no room");
}

static void compare_date(time_t time) {
  struct tm mine, theirs;
  static const char *const formats[] = {"%a %A %b %B %c", "%C %d %D %e %F",
                                        "%g %G %h %H %I", "%j %k %l %m %M",
                                        "%p %P %r %R %S", "%T %u %U %V %w",
                                        "%W %x %X %y %Y", "%z %Z %s %%%n%t",
                                        "%Ey %OH",        ""};
  gmtime_r(&time, &theirs);
  model_gmtime_r(&time, &mine);
  expect(same_date(&mine, &theirs), "gmtime %ld", (long)time);
  expect(model_timegm(&mine) == time, "timegm %ld", (long)time);
  localtime_r(&time, &theirs);
  model_localtime_r(&time, &mine);
  expect(same_date(&mine, &theirs), "localtime %ld", (long)time);
  expect(!strcmp(model_asctime(&theirs), asctime(&theirs)), "asctime %ld", (long)time);
  expect(!strcmp(model_ctime(&time), ctime(&time)), "ctime %ld", (long)time);
  for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
    compare_format(formats[i], &theirs);
}

static void compare_normalising(void) {
  for (int round = 0; round < 2000; round++) {
    struct tm mine = {.tm_sec = (int)pick(400) - 200,
                      .tm_min = (int)pick(400) - 200,
                      .tm_hour = (int)pick(100) - 50,
                      .tm_mday = (int)pick(100) - 50,
                      .tm_mon = (int)pick(60) - 30,
                      .tm_year = 10 + (int)pick(120)};
    struct tm theirs = mine;
    time_t a = model_mktime(&mine), b = mktime(&theirs);
    expect(a == b && (b == -1 || same_date(&mine, &theirs)), "mktime: %ld, should be %ld",
           (long)a, (long)b);
  }
}

void compare_time(void) {
  setenv("TZ", "UTC0", 1);
  tzset();
  static const time_t times[] = {
    0,           1,          -1,         86399,      86400,      951782400,
    951868800,   1709164800, 1709251200, 1735603200, 1735689600, 2147483647,
    -2147483647, 1104537600, 1230768000, 1262304000, 1293839999};
  for (size_t i = 0; i < sizeof times / sizeof *times; i++) compare_date(times[i]);
  for (int i = 0; i < 1500; i++)
    compare_date((time_t)(int)(pick(1u << 31) * 2u + pick(2)));
  compare_normalising();
  expect(model_difftime(5, 7) == -2.0, "difftime");
  reset_choices();
  set_choice("time", 1000);
  time_t now = 0;
  expect(model_time(&now) == 1000 && now == 1000, "time");
  reset_choices();
}
