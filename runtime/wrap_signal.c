/* Signal handlers. A handler runs between any two instructions, so it must find the
 * thread's buffer unused and leave it as it was: a function of ours stands in for it.
 * Variables of the handler take their origins from a range that is not the interrupted
 * code's, which may be about to take the next one. */
#define _GNU_SOURCE
#include <signal.h>
#include <stddef.h>

#include "core.h"
#include "wrap.h"

enum { SIGNALS = 65 };

typedef void Plain(int);
typedef void Informed(int, siginfo_t *, void *);

/* The program's handlers; NULL: not one of ours. */
static void *handlers[SIGNALS];

static void call_plain(int number) {
  BelayThread kept = belay_rt_thread;
  StackRange range = stack_enter_signal();
  belay_rt_thread.callee = NULL;
  Plain *handler = (Plain *)__atomic_load_n(&handlers[number], __ATOMIC_ACQUIRE);
  if (handler) handler(number);
  stack_leave_signal(range);
  belay_rt_thread = kept;
}

static void call_informed(int number, siginfo_t *info, void *context) {
  BelayThread kept = belay_rt_thread;
  StackRange range = stack_enter_signal();
  belay_rt_thread.callee = NULL;
  Informed *handler = (Informed *)__atomic_load_n(&handlers[number], __ATOMIC_ACQUIRE);
  if (handler) handler(number, info, context);
  stack_leave_signal(range);
  belay_rt_thread = kept;
}

static int is_function(const void *handler) {
  return handler != (void *)SIG_DFL && handler != (void *)SIG_IGN &&
         handler != (void *)SIG_ERR && handler != (void *)SIG_HOLD;
}

static int is_ours(const void *handler) {
  return handler == (void *)call_plain || handler == (void *)call_informed;
}

/* The program's own handler in the place of ours, for it to see. */
static void show_own(struct sigaction *action, void *own) {
  if (!is_ours((void *)action->sa_handler)) return;
  if (action->sa_flags & SA_SIGINFO)
    action->sa_sigaction = (Informed *)own;
  else
    action->sa_handler = (Plain *)own;
}

/* As the system's, with our function in the place of the handler. */
static int install(int number, const struct sigaction *wanted, struct sigaction *old) {
  void *before = NULL;
  struct sigaction action;
  if (wanted && number > 0 && number < SIGNALS) {
    action = *wanted;
    void *handler = (void *)action.sa_handler;
    before = handlers[number];
    if (is_function(handler)) {
      __atomic_store_n(&handlers[number], handler, __ATOMIC_RELEASE);
      if (action.sa_flags & SA_SIGINFO)
        action.sa_sigaction = call_informed;
      else
        action.sa_handler = call_plain;
    }
    wanted = &action;
  } else if (number > 0 && number < SIGNALS) {
    before = handlers[number];
  }
  int code = sigaction(number, wanted, old);
  if (code == 0 && old) show_own(old, before);
  return code;
}

int WRAPPED(sigaction)(int number, const struct sigaction *wanted,
                       struct sigaction *old) {
  ENTER(sigaction);
  BelayOrigin a = ARG(1, wanted), b = ARG(2, old);
  if (wanted) wrap_reads(wanted, sizeof *wanted, a, "sigaction");
  if (old) wrap_writes(old, sizeof *old, b, "sigaction");
  return install(number, wanted, old);
}

static Plain *set_plain(int number, Plain *handler, int flags) {
  struct sigaction action = {.sa_handler = handler, .sa_flags = flags}, old;
  sigemptyset(&action.sa_mask);
  return install(number, &action, &old) ? SIG_ERR : old.sa_handler;
}

/* As the C library has it by default: the call goes on, and so does the handler. */
Plain *WRAPPED(signal)(int number, Plain *handler) {
  ENTER(signal);
  (void)belay_entered;
  Plain *old = set_plain(number, handler, SA_RESTART);
  RESULT(signal, BELAY_WILD);
  return old;
}

Plain *WRAPPED(bsd_signal)(int number, Plain *handler) {
  ENTER(bsd_signal);
  (void)belay_entered;
  Plain *old = set_plain(number, handler, SA_RESTART);
  RESULT(bsd_signal, BELAY_WILD);
  return old;
}

/* What the headers call where a program asks for the behaviour of System V. */
Plain *WRAPPED(__sysv_signal)(int number, Plain *handler) {
  ENTER(__sysv_signal);
  (void)belay_entered;
  Plain *old = set_plain(number, handler, SA_RESETHAND | SA_NODEFER);
  RESULT(__sysv_signal, BELAY_WILD);
  return old;
}
