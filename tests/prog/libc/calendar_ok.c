// Dates of given times.
// expect: TRUE
// native: compare
#define _GNU_SOURCE
#include <stdio.h>
#include <time.h>
int main(void) {
  time_t times[] = {0, 951782400, 1709210096, 2147483647, -1};
  char text[64];
  for (int i = 0; i < 5; i++) {
    struct tm date, *shared = gmtime(&times[i]);
    gmtime_r(&times[i], &date);
    strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S %a %b %j %U %V", &date);
    printf("%s %s", text, asctime(shared));
    printf("%ld %g\n", (long)timegm(&date), difftime(times[i], 5));
  }
  return 0;
}
