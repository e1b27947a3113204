/* The promise of a verdict; see budget.h. Everything in the handler is async-signal-safe.
 */
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/time.h>
#include <unistd.h>

#include "cli/budget.h"
#include "cli/cli.h"

/* Sanitizers want their own signals to report by. */
#if defined(__SANITIZE_ADDRESS__)
enum { OWN_FAULTS = 0 };
#else
enum { OWN_FAULTS = 1 };
#endif

static volatile pid_t guarded; /* the process that promised; 0: none */

static pid_t read_pid(const char **at, const char *end) {
  pid_t pid = 0;
  while (*at < end && **at >= '0' && **at <= '9') pid = pid * 10 + (*(*at)++ - '0');
  while (*at < end && (**at < '0' || **at > '9')) (*at)++;
  return pid;
}

static void kill_children(void) {
  char list[4096];
  int file = open("/proc/thread-self/children", O_RDONLY);
  if (file < 0) return;
  ssize_t length = read(file, list, sizeof list);
  close(file);
  for (const char *at = list; at < list + length;) {
    pid_t pid = read_pid(&at, list + length);
    if (pid > 1) kill(pid, SIGKILL);
  }
}

static void give_up(void) {
  static const char verdict[] = "UNKNOWN\n";
  guarded = 0;
  kill_children();
  if (write(STDOUT_FILENO, verdict, sizeof verdict - 1) < 0) _exit(CLI_INPUT);
  _exit(CLI_UNKNOWN);
}

static void on_signal(int signal_number) {
  if (guarded == getpid()) give_up();
  signal(signal_number, SIG_DFL);
  raise(signal_number);
}

/* Libraries that end the process by themselves come here. */
static void at_exit(void) {
  if (guarded == getpid()) give_up();
}

static void handle(int signal_number) {
  struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_ONSTACK};
  sigaction(signal_number, &action, NULL);
}

void guard_promise_verdict(void) {
  static char stack[65536];
  static const int ends[] = {SIGTERM, SIGXCPU, SIGPROF},
                   faults[] = {SIGABRT, SIGSEGV, SIGBUS};
  sigaltstack(&(stack_t){.ss_sp = stack, .ss_size = sizeof stack}, NULL);
  for (unsigned i = 0; i < sizeof ends / sizeof *ends; i++) handle(ends[i]);
  for (unsigned i = 0; OWN_FAULTS && i < sizeof faults / sizeof *faults; i++)
    handle(faults[i]);
  atexit(at_exit);
  guarded = getpid();
}

void guard_limit_time(void) {
  double left = budget_left();
  if (isinf(left)) return;
  double seconds = floor(left);
  struct itimerval timer = {
    .it_value = {(time_t)seconds, (suseconds_t)((left - seconds) * 1e6)}};
  if (left <= 0.01) timer.it_value.tv_usec = 10000;
  setitimer(ITIMER_PROF, &timer, NULL);
}

void guard_release(void) {
  setitimer(ITIMER_PROF, &(struct itimerval){0}, NULL);
  guarded = 0;
}
