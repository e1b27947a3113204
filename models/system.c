/* unistd.h and the like: what is left of the system. */
#include "belay_model.h"

/* 0, or the seconds that were left when a signal came. */
unsigned sleep(unsigned seconds) {
  unsigned rest = __belay_input_uint("sleep");
  __belay_assume(rest <= seconds);
  return rest;
}

int usleep(unsigned microseconds) {
  if (model_input_range("sleep", 0, 1) == 0) return 0;
  __belay_errno = EINTR;
  return -1;
}

int pause(void) {
  __belay_errno = EINTR;
  return -1;
}

unsigned alarm(unsigned seconds) {
  __belay_set_alarm(seconds);
  return (unsigned)model_input_range("sleep", 0, INT_MAX);
}

int sched_yield(void) { return 0; }

int getpagesize(void) { return 4096; }

/* _SC_PAGESIZE is 30; the rest is up to the system, -1 where there is no limit. */
long sysconf(int name) {
  if (name == 30) return 4096;
  long value = __belay_input_long("sysconf");
  __belay_assume(value >= -1);
  return value;
}

/* struct utsname: six names of 65 bytes. */
int uname(char names[6][65]) {
  for (int i = 0; i < 6; i++) {
    size_t length = (size_t)model_input_range("uname", 0, 64);
    __belay_fill_text(names[i], length);
  }
  return 0;
}

/* struct rlimit: the limit now and the highest one. */
int getrlimit(int which, unsigned long limits[2]) {
  limits[0] = __belay_input_ulong("limit");
  limits[1] = __belay_input_ulong("limit");
  return 0;
}

int setrlimit(int which, const unsigned long limits[2]) {
  unsigned long now = limits[0], highest = limits[1];
  int error = now > highest ? EINVAL : model_outcome("limit");
  if (error == 0) return 0;
  __belay_errno = error;
  return -1;
}
