/* What the models of time.h share. */
#ifndef BELAY_MODEL_TIME_H
#define BELAY_MODEL_TIME_H

#include "belay_model.h"

/* glibc's struct tm. */
typedef struct Calendar {
  int second, minute, hour; /* second may be 60 */
  int day;                  /* of the month, from 1 */
  int month;                /* from 0 */
  int year;                 /* since 1900 */
  int week_day;             /* since Sunday */
  int year_day;             /* since January 1st */
  int daylight;
  long offset; /* seconds east of Greenwich */
  const char *zone;
} Calendar;

typedef struct Seconds {
  long seconds, fraction; /* struct timeval: microseconds; struct timespec: nanoseconds */
} Seconds;

/* localtime and mktime. */
void __belay_local_time(time_t time, Calendar *to);
time_t __belay_from_local_time(Calendar *calendar);

#endif
