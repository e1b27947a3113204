/* See budget.h. */
#include "cli/budget.h"

#include <math.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/time.h>

static double limit; /* 0: none */

static double seconds_of(int who) {
  struct rusage usage;
  getrusage(who, &usage);
  return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
         1e-6 * (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

double budget_spent(void) {
  return seconds_of(RUSAGE_SELF) + seconds_of(RUSAGE_CHILDREN);
}

/* A clang that does not end would be stopped by this; only the soft limit, so that who
 * set a hard one keeps it. */
static void limit_each_process(void) {
  struct rlimit current;
  rlim_t seconds = (rlim_t)ceil(limit);
  if (getrlimit(RLIMIT_CPU, &current) != 0) return;
  if (current.rlim_cur != RLIM_INFINITY && current.rlim_cur <= seconds) return;
  current.rlim_cur = seconds;
  setrlimit(RLIMIT_CPU, &current);
}

void budget_start(double seconds) {
  limit = seconds;
  if (limit > 0) limit_each_process();
}

static double reserve(void) { return fmin(fmax(0.05 * limit, 0.2), 5); }

double budget_left(void) {
  return limit > 0 ? fmax(limit - reserve() - budget_spent(), 0) : INFINITY;
}
