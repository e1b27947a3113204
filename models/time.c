/* time.h and sys/time.h: clocks and calendar. The time is any that does not go back; the
 * zone is one constant offset from Greenwich, any of whole minutes, without daylight
 * saving. */
#include "time.h"

#define SECONDS_A_DAY 86400

/* ---- clocks ---- */

static long next_second(void) {
  static long last;
  long now = __belay_input_long("time");
  __belay_assume(now >= last);
  last = now;
  return now;
}

time_t time(time_t *to) {
  long now = next_second();
  if (to != NULL) *to = now;
  return now;
}

long clock(void) {
  static long last;
  long now = __belay_input_long("clock");
  __belay_assume(now >= last);
  last = now;
  return now;
}

int gettimeofday(Seconds *to, void *zone) {
  int *words = zone;
  long fraction = model_input_range("time.fraction", 0, 999999);
  *to = (Seconds){next_second(), fraction};
  if (words != NULL) {
    words[0] = 0;
    words[1] = 0;
  }
  return 0;
}

int clock_gettime(int which, Seconds *to) {
  long fraction = model_input_range("time.fraction", 0, 999999999);
  *to = (Seconds){next_second(), fraction};
  return 0;
}

int timespec_get(Seconds *to, int base) {
  if (base != 1) return 0;
  long fraction = model_input_range("time.fraction", 0, 999999999);
  *to = (Seconds){next_second(), fraction};
  return base;
}

int clock_getres(int which, Seconds *to) {
  if (to != NULL) *to = (Seconds){0, 1};
  return 0;
}

/* User, system, and the same of children, in ticks. */
long times(long to[4]) {
  for (int i = 0; i < 4; i++) {
    to[i] = __belay_input_long("clock");
    __belay_assume(to[i] >= 0);
  }
  return next_second();
}

/* Two times and fourteen counters. */
typedef struct Usage {
  Seconds user, system;
  long counters[14];
} Usage;

int getrusage(int who, Usage *to) {
  long user = __belay_input_long("clock"), system = __belay_input_long("clock");
  __belay_assume((user >= 0) & (system >= 0));
  to->user = (Seconds){user, model_input_range("time.fraction", 0, 999999)};
  to->system = (Seconds){system, model_input_range("time.fraction", 0, 999999)};
  for (int i = 0; i < 14; i++) {
    to->counters[i] = __belay_input_long("clock");
    __belay_assume(to->counters[i] >= 0);
  }
  return 0;
}

static int interrupted_sleep(const Seconds *wanted, Seconds *rest) {
  if (wanted->seconds < 0 || wanted->fraction < 0 || wanted->fraction > 999999999) {
    __belay_errno = EINVAL;
    return -1;
  }
  if (model_input_range("sleep", 0, 1) == 0) return 0;
  if (rest != NULL) *rest = *wanted;
  __belay_errno = EINTR;
  return -1;
}

int nanosleep(const Seconds *wanted, Seconds *rest) {
  return interrupted_sleep(wanted, rest);
}

int clock_nanosleep(int which, int flags, const Seconds *wanted, Seconds *rest) {
  return interrupted_sleep(wanted, rest) == 0 ? 0 : __belay_errno;
}

double difftime(time_t end, time_t start) { return (double)end - (double)start; }

/* ---- calendar ---- */

/* What the headers call tzname, timezone and daylight. */
char *tzname[2] = {(char *)"UTC", (char *)"UTC"};
char *__tzname[2] = {(char *)"UTC", (char *)"UTC"};
long timezone, __timezone;
int daylight, __daylight;

static long zone_offset(void) {
  static int known;
  static long offset;
  if (!known) offset = 60L * model_input_range("time.zone", -14 * 60, 14 * 60);
  known = 1;
  return offset;
}

void tzset(void) { timezone = -zone_offset(); }

static int is_leap_year(long long year) {
  return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

static int days_of_month(int month, long long year) {
  static const unsigned char days[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  return days[month] + (month == 1 && is_leap_year(year));
}

/* Days from 1970-01-01 to January 1st of the year. */
static long long days_before_year(long long year) {
  long long past = year - 1;
  long long fours = past >= 0 ? past / 4 : -((3 - past) / 4);
  long long hundreds = past >= 0 ? past / 100 : -((99 - past) / 100);
  long long four_hundreds = past >= 0 ? past / 400 : -((399 - past) / 400);
  return 365 * (year - 1970) + fours - hundreds + four_hundreds - 477;
}

/* The year that this day, counted from 1970-01-01, lies in. */
static long long year_of_day(long long day) {
  long long year = 1970 + day / 366;
  while (days_before_year(year) > day) year--;
  while (days_before_year(year + 1) <= day) year++;
  return year;
}

static void set_date(Calendar *to, long long day) {
  long long year = year_of_day(day);
  int rest = (int)(day - days_before_year(year)), month = 0;
  int week_day = (int)((day + 4) % 7);
  to->year = (int)(year - 1900);
  to->year_day = rest;
  to->week_day = week_day < 0 ? week_day + 7 : week_day;
  while (month < 11 && rest >= days_of_month(month, year)) {
    rest -= days_of_month(month, year);
    month++;
  }
  to->month = month;
  to->day = rest + 1;
}

static void split_time(long long time, long offset, const char *zone, Calendar *to) {
  long long local = time + offset;
  long long day = local / SECONDS_A_DAY;
  int rest = (int)(local % SECONDS_A_DAY);
  if (rest < 0) {
    rest += SECONDS_A_DAY;
    day--;
  }
  to->hour = rest / 3600;
  to->minute = rest / 60 % 60;
  to->second = rest % 60;
  set_date(to, day);
  to->daylight = 0;
  to->offset = offset;
  to->zone = zone;
}

/* gmtime and localtime share one result, as in glibc. */
static Calendar shared;

Calendar *gmtime(const time_t *time) {
  split_time(*time, 0, "GMT", &shared);
  return &shared;
}

Calendar *gmtime_r(const time_t *time, Calendar *to) {
  split_time(*time, 0, "GMT", to);
  return to;
}

void __belay_local_time(time_t time, Calendar *to) {
  split_time(time, zone_offset(), tzname[0], to);
}

Calendar *localtime(const time_t *time) {
  __belay_local_time(*time, &shared);
  return &shared;
}

Calendar *localtime_r(const time_t *time, Calendar *to) {
  __belay_local_time(*time, to);
  return to;
}

/* Takes fields outside their ranges and brings them there. */
static time_t join_time(Calendar *calendar, long offset, const char *zone) {
  long long months = calendar->month, years = 1900LL + calendar->year;
  years += months / 12;
  months %= 12;
  if (months < 0) {
    months += 12;
    years--;
  }
  long long day = days_before_year(years) + calendar->day - 1;
  for (int month = 0; month < months; month++) day += days_of_month(month, years);
  long long time = day * SECONDS_A_DAY + calendar->hour * 3600LL +
                   calendar->minute * 60LL + calendar->second - offset;
  if (time < LONG_MIN || time > LONG_MAX) return -1;
  split_time(time, offset, zone, calendar);
  return (time_t)time;
}

time_t __belay_from_local_time(Calendar *calendar) {
  return join_time(calendar, zone_offset(), tzname[0]);
}

time_t mktime(Calendar *calendar) { return __belay_from_local_time(calendar); }

time_t timelocal(Calendar *calendar) { return __belay_from_local_time(calendar); }

time_t timegm(Calendar *calendar) { return join_time(calendar, 0, "GMT"); }
