/* time.h: dates as text, in the C locale. */
#include "time.h"

static const char *const week_days[7] = {"Sunday",   "Monday", "Tuesday", "Wednesday",
                                         "Thursday", "Friday", "Saturday"};
static const char *const months[12] = {"January",   "February", "March",    "April",
                                       "May",       "June",     "July",     "August",
                                       "September", "October",  "November", "December"};

/* Text that is written as far as there is room. */
typedef struct Text {
  char *to;
  size_t capacity, length;
} Text;

static void put(Text *text, char byte) {
  if (text->length < text->capacity) text->to[text->length] = byte;
  text->length++;
}

static void put_part(Text *text, const char *part, size_t limit) {
  for (size_t i = 0; i < limit && part[i] != 0; i++) put(text, part[i]);
}

static void put_number(Text *text, long value, int width, char padding) {
  char digits[24];
  unsigned long magnitude = value < 0 ? 0 - (unsigned long)value : (unsigned long)value;
  const char *decimal = __belay_decimal(digits, sizeof digits, magnitude);
  int length = (int)__belay_text_length(decimal) + (value < 0);
  if (value < 0) put(text, '-');
  for (int i = length; i < width; i++) put(text, padding);
  put_part(text, decimal, SIZE_MAX);
}

static void put_two(Text *text, int value) { put_number(text, value, 2, '0'); }

static const char *week_day_name(const Calendar *date) {
  return date->week_day >= 0 && date->week_day < 7 ? week_days[date->week_day] : "?";
}

static const char *month_name(const Calendar *date) {
  return date->month >= 0 && date->month < 12 ? months[date->month] : "?";
}

static void put_short_name(Text *text, const char *name) { put_part(text, name, 3); }

static void put_clock(Text *text, const Calendar *date) {
  put_two(text, date->hour);
  put(text, ':');
  put_two(text, date->minute);
  put(text, ':');
  put_two(text, date->second);
}

static int twelve_hours(const Calendar *date) {
  return date->hour % 12 == 0 ? 12 : date->hour % 12;
}

static const char *half_day(const Calendar *date) {
  return date->hour >= 12 ? "PM" : "AM";
}

/* ---- asctime ---- */

/* "Thu Jan  1 00:00:00 1970\n" */
static char *write_date(char *to, size_t capacity, const Calendar *date) {
  Text text = {to, capacity, 0};
  put_part(&text, date->week_day >= 0 && date->week_day < 7 ? week_day_name(date) : "???",
           3);
  put(&text, ' ');
  put_part(&text, date->month >= 0 && date->month < 12 ? month_name(date) : "???", 3);
  put_number(&text, date->day, 3, ' ');
  put(&text, ' ');
  put_clock(&text, date);
  put(&text, ' ');
  put_number(&text, 1900L + date->year, 0, ' ');
  put(&text, '\n');
  put(&text, 0);
  return to;
}

static char shared[64];

char *asctime(const Calendar *date) { return write_date(shared, sizeof shared, date); }

char *asctime_r(const Calendar *date, char *to) { return write_date(to, SIZE_MAX, date); }

char *ctime(const time_t *time) {
  Calendar date;
  __belay_local_time(*time, &date);
  return write_date(shared, sizeof shared, &date);
}

char *ctime_r(const time_t *time, char *to) {
  Calendar date;
  __belay_local_time(*time, &date);
  return write_date(to, SIZE_MAX, &date);
}

/* ---- strftime ---- */

/* Week of the year, when weeks start on this day of the week. */
static int week_of_year(const Calendar *date, int first_day) {
  return (date->year_day + 7 - (date->week_day - first_day + 7) % 7) / 7;
}

static int is_leap_year(long year) {
  return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

typedef struct IsoWeek {
  long year;
  int week;
} IsoWeek;

/* ISO 8601: the year and week that the date's Thursday is in. */
static IsoWeek iso_week(const Calendar *date) {
  long year = 1900L + date->year;
  int thursday = date->year_day - (date->week_day + 6) % 7 + 3;
  if (thursday < 0) {
    year--;
    thursday += is_leap_year(year) ? 366 : 365;
  } else if (thursday >= (is_leap_year(year) ? 366 : 365)) {
    thursday -= is_leap_year(year) ? 366 : 365;
    year++;
  }
  return (IsoWeek){year, thursday / 7 + 1};
}

static void put_zone(Text *text, const Calendar *date) {
  long minutes = date->offset / 60;
  put(text, minutes < 0 ? '-' : '+');
  if (minutes < 0) minutes = -minutes;
  put_two(text, (int)(minutes / 60));
  put_two(text, (int)(minutes % 60));
}

static long floor_hundred(long year) {
  return year >= 0 ? year / 100 : -((99 - year) / 100);
}

static void put_slashed_date(Text *text, const Calendar *date) {
  put_two(text, date->month + 1);
  put(text, '/');
  put_two(text, date->day);
  put(text, '/');
  put_two(text, (int)(1900L + date->year - 100 * floor_hundred(1900L + date->year)));
}

static void put_seconds_since_epoch(Text *text, const Calendar *date) {
  Calendar copy = *date;
  put_number(text, __belay_from_local_time(&copy), 0, ' ');
}

/* False for a letter that is no conversion. */
static int put_conversion(Text *text, const Calendar *date, char letter) {
  long year = 1900L + date->year;
  switch (letter) {
  case '%': put(text, '%'); return 1;
  case 'n': put(text, '\n'); return 1;
  case 't': put(text, '\t'); return 1;
  case 'a': put_short_name(text, week_day_name(date)); return 1;
  case 'A': put_part(text, week_day_name(date), SIZE_MAX); return 1;
  case 'b':
  case 'h': put_short_name(text, month_name(date)); return 1;
  case 'B': put_part(text, month_name(date), SIZE_MAX); return 1;
  case 'C': put_two(text, (int)floor_hundred(year)); return 1;
  case 'd': put_two(text, date->day); return 1;
  case 'e': put_number(text, date->day, 2, ' '); return 1;
  case 'H': put_two(text, date->hour); return 1;
  case 'I': put_two(text, twelve_hours(date)); return 1;
  case 'k': put_number(text, date->hour, 2, ' '); return 1;
  case 'l': put_number(text, twelve_hours(date), 2, ' '); return 1;
  case 'j': put_number(text, date->year_day + 1, 3, '0'); return 1;
  case 'm': put_two(text, date->month + 1); return 1;
  case 'M': put_two(text, date->minute); return 1;
  case 'S': put_two(text, date->second); return 1;
  case 'p': put_part(text, half_day(date), SIZE_MAX); return 1;
  case 'P': put_part(text, date->hour >= 12 ? "pm" : "am", SIZE_MAX); return 1;
  case 'y': put_two(text, (int)(year - 100 * floor_hundred(year))); return 1;
  case 'Y': put_number(text, year, 0, ' '); return 1;
  case 'u': put_number(text, date->week_day == 0 ? 7 : date->week_day, 1, '0'); return 1;
  case 'w': put_number(text, date->week_day, 1, '0'); return 1;
  case 'U': put_two(text, week_of_year(date, 0)); return 1;
  case 'W': put_two(text, week_of_year(date, 1)); return 1;
  case 'V': put_two(text, iso_week(date).week); return 1;
  case 'G': put_number(text, iso_week(date).year, 0, ' '); return 1;
  case 'g': put_two(text, (int)(iso_week(date).year % 100)); return 1;
  case 's': put_seconds_since_epoch(text, date); return 1;
  case 'z': put_zone(text, date); return 1;
  case 'Z': put_part(text, date->zone == NULL ? "" : date->zone, SIZE_MAX); return 1;
  case 'D':
  case 'x': put_slashed_date(text, date); return 1;
  case 'T':
  case 'X': put_clock(text, date); return 1;
  default: return 0;
  }
}

/* Conversions that are several others. */
static int put_combination(Text *text, const Calendar *date, char letter) {
  switch (letter) {
  case 'c':
    put_short_name(text, week_day_name(date));
    put(text, ' ');
    put_short_name(text, month_name(date));
    put(text, ' ');
    put_number(text, date->day, 2, ' ');
    put(text, ' ');
    put_clock(text, date);
    put(text, ' ');
    put_number(text, 1900L + date->year, 0, ' ');
    return 1;
  case 'F':
    put_number(text, 1900L + date->year, 0, ' ');
    put(text, '-');
    put_two(text, date->month + 1);
    put(text, '-');
    put_two(text, date->day);
    return 1;
  case 'R':
    put_two(text, date->hour);
    put(text, ':');
    put_two(text, date->minute);
    return 1;
  case 'r':
    put_two(text, twelve_hours(date));
    put(text, ':');
    put_two(text, date->minute);
    put(text, ':');
    put_two(text, date->second);
    put(text, ' ');
    put_part(text, half_day(date), SIZE_MAX);
    return 1;
  default: return 0;
  }
}

size_t strftime(char *to, size_t capacity, const char *format, const Calendar *date) {
  Text text = {to, capacity, 0};
  for (size_t i = 0; format[i] != 0; i++) {
    if (format[i] != '%') {
      put(&text, format[i]);
      continue;
    }
    i++;
    if (format[i] == 'E' || format[i] == 'O') i++;
    if (format[i] == 0) break;
    if (!put_conversion(&text, date, format[i]) &&
        !put_combination(&text, date, format[i]))
      __belay_unmodelled_format();
  }
  if (text.length >= capacity) return 0;
  to[text.length] = 0;
  return text.length;
}
