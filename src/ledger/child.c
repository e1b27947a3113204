/* Children, their limits and their ends: see child.h.
 *
 * Processor time is limited three times: a timer says when it is time to come to an end
 * (child_interrupted), says it again when it is over (and then ends the process), and
 * RLIMIT_CPU kills what no longer reacts to timers. */
#define _GNU_SOURCE /* pipe2 */
#include "ledger/child.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/log.h"

enum {
  EXIT_OUT_OF_TIME = 97, /* the second timer */
  EXIT_INTERRUPTED = 98, /* came to an end after the first timer */
  PRINTED_HEAD = 4096,
  PRINTED_TAIL = 4096,
  STACK_BYTES = 120 << 20 /* the kernel keeps at least 128 MiB free below a stack */
};

double child_clock(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* ---- in the child ---- */

static volatile sig_atomic_t interrupted;
static double soft_seconds = INFINITY; /* of processor time */
static double grace_seconds;

static void set_timer(double seconds) {
  struct itimerval timer = {0};
  timer.it_value.tv_sec = (time_t)seconds;
  timer.it_value.tv_usec = (suseconds_t)((seconds - floor(seconds)) * 1e6);
  if (!timer.it_value.tv_sec && !timer.it_value.tv_usec) timer.it_value.tv_usec = 1;
  setitimer(ITIMER_PROF, &timer, NULL);
}

static void on_timer(int signal_number) {
  (void)signal_number;
  if (interrupted) _exit(EXIT_OUT_OF_TIME);
  interrupted = 1;
  set_timer(grace_seconds);
}

static uint64_t crash_probe; /* bytes */

static double cpu_used(void) {
  struct timespec used;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
  return (double)used.tv_sec + 1e-9 * (double)used.tv_nsec;
}

bool child_interrupted(void) { return interrupted; }

double child_seconds_left(void) {
  return isinf(soft_seconds) ? INFINITY : fmax(soft_seconds - cpu_used(), 0);
}

static void set_limit(int what, rlim_t soft, rlim_t hard) {
  struct rlimit now;
  if (getrlimit(what, &now)) return;
  if (now.rlim_max != RLIM_INFINITY && hard > now.rlim_max) hard = now.rlim_max;
  struct rlimit limit = {soft < hard ? soft : hard, hard};
  setrlimit(what, &limit);
}

static void limit_time(double seconds) {
  if (seconds <= 0) return;
  grace_seconds = fmin(0.1 * seconds, 2);
  soft_seconds = seconds - grace_seconds;
  struct sigaction action = {.sa_handler = on_timer, .sa_flags = SA_RESTART};
  sigaction(SIGPROF, &action, NULL);
  set_timer(soft_seconds);
  rlim_t whole = (rlim_t)ceil(seconds) + 1;
  set_limit(RLIMIT_CPU, whole, whole + 1);
}

/* Address space that the process has already, libraries and all. */
static uint64_t address_space(void) {
  unsigned long long pages = 0;
  FILE *file = fopen("/proc/self/statm", "r");
  if (!file) return 0;
  if (fscanf(file, "%llu", &pages) != 1) pages = 0;
  fclose(file);
  return pages * (uint64_t)sysconf(_SC_PAGESIZE);
}

/* Libraries go on with the null that malloc gave them, and crash: if an eighth of the
 * limit is not to be had any more, that is what happened. The second time it is fatal. */
static void tell_if_full(size_t probe_bytes) {
  static const char words[] = "out of memory\n";
  void *probe = mmap(NULL, probe_bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (probe == MAP_FAILED && write(STDERR_FILENO, words, sizeof words - 1) < 0) return;
}

static void on_crash(int number) {
  tell_if_full(crash_probe);
  if (number == SIGABRT) raise(number);
}

/* Z3 ends the process by itself when a table that it wants to double does not fit any
 * more: up to half of the limit may still be free then. */
static void on_library_exit(int code, void *unused) {
  (void)unused;
  if (code != EXIT_SUCCESS) tell_if_full(4 * crash_probe);
}

static void explain_crashes(uint64_t bytes) {
#ifndef __SANITIZE_ADDRESS__
  static const int crashes[] = {SIGSEGV, SIGBUS, SIGABRT};
  static char stack[1 << 16];
  stack_t other = {.ss_sp = stack, .ss_size = sizeof stack};
  struct sigaction action = {.sa_handler = on_crash,
                             .sa_flags = (int)SA_RESETHAND | SA_ONSTACK};
  crash_probe = bytes / 8;
  sigaltstack(&other, NULL);
  for (unsigned i = 0; i < sizeof crashes / sizeof *crashes; i++)
    sigaction(crashes[i], &action, NULL);
  on_exit(on_library_exit, NULL);
#endif
}

static void limit_space(uint64_t bytes) {
  struct rlimit stack;
  if (!getrlimit(RLIMIT_STACK, &stack) && stack.rlim_cur < STACK_BYTES)
    set_limit(RLIMIT_STACK, STACK_BYTES, stack.rlim_max);
  set_limit(RLIMIT_CORE, 0, 0);
  if (!bytes) return;
  set_limit(RLIMIT_AS, address_space() + bytes, RLIM_INFINITY);
  explain_crashes(bytes);
}

/* The parent's handlers mean the parent. */
static void forget_signals(void) {
  sigset_t none;
  for (int i = 1; i < NSIG; i++)
    if (i != SIGKILL && i != SIGSTOP) signal(i, SIG_DFL);
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
}

static _Noreturn void live_as_child(EngineBudget budget, pid_t parent, int channel,
                                    int errors, void (*body)(void *, int),
                                    void *context) {
  forget_signals();
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(EXIT_FAILURE);
  /* Nothing that an engine prints may get between the lines of the report. */
  if (errors >= 0) dup2(errors, STDERR_FILENO);
  dup2(STDERR_FILENO, STDOUT_FILENO);
  interrupted = 0;
  soft_seconds = INFINITY;
  limit_space(budget.memory);
  limit_time(budget.cpu_seconds);
  body(context, channel);
  fflush(NULL);
  _exit(interrupted ? EXIT_INTERRUPTED : EXIT_SUCCESS);
}

/* ---- in the parent ---- */

static void close_fd(int *fd) {
  if (*fd >= 0) close(*fd);
  *fd = -1;
}

static bool open_pipe(int fds[2]) {
  if (pipe2(fds, O_CLOEXEC)) return fds[0] = fds[1] = -1, false;
  fcntl(fds[0], F_SETFL, O_NONBLOCK);
  return true;
}

bool child_start(Child *child, Arena *arena, EngineBudget budget,
                 void (*body)(void *context, int channel), void *context) {
  int channel[2] = {-1, -1}, errors[2] = {-1, -1};
  *child = (Child){.arena = arena, .budget = budget, .channel = -1, .errors = -1};
  pid_t parent = getpid();
  fflush(NULL);
  /* The log goes where it always goes. */
  if (!open_pipe(channel) || (!log_enabled && !open_pipe(errors)) ||
      (child->pid = fork()) < 0) {
    for (int i = 0; i < 2; i++) close_fd(&channel[i]), close_fd(&errors[i]);
    child->pid = 0;
    return false;
  }
  if (!child->pid) live_as_child(budget, parent, channel[1], errors[1], body, context);
  setpgid(child->pid, child->pid); /* whoever of the two comes first */
  close_fd(&channel[1]);
  close_fd(&errors[1]);
  child->channel = channel[0];
  child->errors = errors[0];
  child->started = child_clock();
  child->wall_limit = budget.wall_seconds > 0  ? budget.wall_seconds
                      : budget.cpu_seconds > 0 ? 10 * budget.cpu_seconds + 60
                                               : INFINITY;
  LOG(ENGINE, "process %d, %.1f s", (int)child->pid, budget.cpu_seconds);
  return true;
}

void child_stop(Child *child) {
  if (!child->pid || child->stopped) return;
  child->stopped = true;
  kill(-child->pid, SIGKILL);
  kill(child->pid, SIGKILL);
}

/* True when the stream ended. */
static bool read_channel(Child *child) {
  for (;;) {
    vec_reserve(child->arena, &child->received, child->received.len + 65536);
    ssize_t n = read(child->channel, child->received.data + child->received.len,
                     child->received.cap - child->received.len);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return errno != EAGAIN;
    if (n == 0) return true;
    child->received.len += (uint32_t)n;
    if (child->received.len >= 1 << 20) return false; /* let the caller use some of it */
  }
}

static void keep_printed(Child *child, const char *text, uint32_t length) {
  VecChar *kept = &child->printed;
  vec_reserve(child->arena, kept, kept->len + length + 1);
  memcpy(kept->data + kept->len, text, length);
  kept->len += length;
  uint32_t most = PRINTED_HEAD + PRINTED_TAIL;
  if (kept->len > most) {
    memmove(kept->data + PRINTED_HEAD, kept->data + kept->len - PRINTED_TAIL,
            PRINTED_TAIL);
    kept->len = most;
  }
  kept->data[kept->len] = 0;
}

static bool read_errors(Child *child) {
  char text[4096];
  for (;;) {
    ssize_t n = read(child->errors, text, sizeof text);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return errno != EAGAIN;
    if (n == 0) return true;
    keep_printed(child, text, (uint32_t)n);
  }
}

static void read_both(Child *child) {
  if (child->errors >= 0 && read_errors(child)) close_fd(&child->errors);
  if (child->channel >= 0 && read_channel(child)) close_fd(&child->channel);
}

/* Dead, although something it started may still hold the channel open. */
static bool is_dead(const Child *child) {
  siginfo_t info = {0};
  return waitid(P_PID, (id_t)child->pid, &info, WEXITED | WNOHANG | WNOWAIT) != 0 ||
         info.si_pid != 0;
}

static void watch(Child *child) {
  if (!child_is_open(child)) return;
  if (child_clock() - child->started > child->wall_limit) {
    child->overslept = true;
    child_stop(child);
  }
  bool dead = is_dead(child); /* asked first: then all it sent can be read */
  read_both(child);
  if (dead && child->received.len < 1 << 20) close_fd(&child->channel);
}

void child_wait_any(Child *const *children, uint32_t count, double seconds) {
  struct pollfd fds[64];
  uint32_t used = 0;
  for (uint32_t i = 0; i < count && used + 2 <= 64; i++) {
    const Child *child = children[i];
    if (child->channel >= 0) fds[used++] = (struct pollfd){child->channel, POLLIN, 0};
    if (child->errors >= 0) fds[used++] = (struct pollfd){child->errors, POLLIN, 0};
  }
  poll(fds, used, (int)(seconds * 1000));
  for (uint32_t i = 0; i < count; i++) watch(children[i]);
}

/* ---- how it ended ---- */

static bool printed_contains(const Child *child, const char *word) {
  return child->printed.len && strstr(child->printed.data, word);
}

static bool says_no_memory(const Child *child) {
  static const char *const words[] = {"out of memory", "no memory", "bad_alloc",
                                      "Cannot allocate memory", "memory exhausted"};
  for (unsigned i = 0; i < sizeof words / sizeof *words; i++)
    if (printed_contains(child, words[i])) return true;
  return false;
}

/* The message of panic(), else the last line. */
static const char *last_words(const Child *child, Arena *arena) {
  if (!child->printed.len) return NULL;
  const char *text = strstr(child->printed.data, "internal error: ");
  if (!text) {
    size_t end = child->printed.len;
    while (end && child->printed.data[end - 1] == '\n') end--;
    size_t start = end;
    while (start && child->printed.data[start - 1] != '\n') start--;
    if (start == end) return NULL;
    return arena_strndup(arena, child->printed.data + start, end - start);
  }
  return arena_strndup(arena, text, strcspn(text, "\n"));
}

static ChildEnd ended(EngineEnd end, const char *reason) {
  return (ChildEnd){end, 0, reason};
}

static ChildEnd died(const Child *child, const char *how, Arena *arena) {
  if (says_no_memory(child)) return ended(ENGINE_OUT_OF_MEMORY, "out of memory");
  const char *words = last_words(child, arena);
  return ended(ENGINE_CRASHED, words ? arena_printf(arena, "%s: %s", how, words) : how);
}

static ChildEnd judge(const Child *child, int status, double cpu, Arena *arena) {
  if (child->overslept) return ended(ENGINE_TIMEOUT, "out of (real) time");
  if (child->stopped) return ended(ENGINE_DONE, NULL);
  if (WIFEXITED(status)) {
    int code = WEXITSTATUS(status);
    if (code == EXIT_SUCCESS) return ended(ENGINE_DONE, NULL);
    if (code == EXIT_OUT_OF_TIME || code == EXIT_INTERRUPTED)
      return ended(ENGINE_TIMEOUT, "out of time");
    return died(child, arena_printf(arena, "ended with exit code %d", code), arena);
  }
  int number = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  bool used_up = child->budget.cpu_seconds > 0 && cpu >= child->budget.cpu_seconds;
  if (number == SIGXCPU || (number == SIGKILL && used_up))
    return ended(ENGINE_TIMEOUT, "out of time");
  /* Nobody here sends it: the system does, when its memory is full. */
  if (number == SIGKILL) return ended(ENGINE_OUT_OF_MEMORY, "killed by the system");
  return died(child, arena_printf(arena, "crashed (%s)", strsignal(number)), arena);
}

static double seconds_of(struct timeval t) {
  return (double)t.tv_sec + 1e-6 * (double)t.tv_usec;
}

/* Until it is dead: it may have closed the channel and gone on. */
static void wait_for_end(Child *child) {
  while (!is_dead(child)) {
    if (child_clock() - child->started > child->wall_limit && !child->stopped) {
      child->overslept = true;
      child_stop(child);
    }
    read_both(child);
    nanosleep(&(struct timespec){0, 1000000}, NULL);
  }
}

ChildEnd child_finish(Child *child, Arena *arena) {
  int status = 0;
  struct rusage usage = {0};
  wait_for_end(child);
  kill(-child->pid, SIGKILL); /* what it may have started */
  while (wait4(child->pid, &status, 0, &usage) < 0 && errno == EINTR) continue;
  read_both(child);
  close_fd(&child->channel);
  close_fd(&child->errors);
  double cpu = seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime);
  ChildEnd end = judge(child, status, cpu, arena);
  end.cpu_seconds = cpu;
  if (end.end == ENGINE_DONE && !child->stopped && child->printed.len)
    fwrite(child->printed.data, 1, child->printed.len, stderr);
  LOG(ENGINE, "process %d ended after %.2f s: %s", (int)child->pid, cpu,
      end.reason ? end.reason : "done");
  child->pid = 0;
  return end;
}
