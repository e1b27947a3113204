/* signal.h: handlers are kept and given back, and run when the program raises the signal
 * itself. Signals from outside do not come (docs/models.md). */
#include "belay_model.h"

typedef void Handle(int number);

#define SIGNALS 65
#define DEFAULT ((Handle *)0)
#define IGNORE ((Handle *)1)
#define FAILED ((Handle *)-1)

static Handle *handlers[SIGNALS];
static int alarm_is_set;

static int is_signal(int number) {
  if (number >= 1 && number < SIGNALS) return 1;
  __belay_errno = EINVAL;
  return 0;
}

enum { KILL = 9, ALARM = 14, STOP = 19 };

/* A handler that an alarm calls runs at any time: that is not modelled. */
static void look_at_alarm(void) {
  Handle *handler = handlers[ALARM];
  if (alarm_is_set && handler != DEFAULT && handler != IGNORE)
    __belay_unmodelled_signal();
}

void __belay_set_alarm(unsigned seconds) {
  alarm_is_set = seconds != 0;
  look_at_alarm();
}

static Handle *set_handler(int number, Handle *handler) {
  if (!is_signal(number)) return FAILED;
  if (number == KILL || number == STOP) {
    __belay_errno = EINVAL;
    return FAILED;
  }
  Handle *old = handlers[number];
  handlers[number] = handler;
  if (number == ALARM) look_at_alarm();
  return old;
}

Handle *signal(int number, Handle *handler) { return set_handler(number, handler); }

Handle *bsd_signal(int number, Handle *handler) { return set_handler(number, handler); }

Handle *__sysv_signal(int number, Handle *handler) {
  return set_handler(number, handler);
}

/* What happens without a handler: SIGCHLD, SIGCONT, SIGURG and SIGWINCH do nothing, those
 * that stop the process let it go on later, the others end it. */
static void act_by_default(int number) {
  if (number == 17 || number == 18 || number == 23 || number == 28) return;
  if (number >= 19 && number <= 22) return;
  __belay_abort("signal");
}

int __belay_raise(int number) {
  if (!is_signal(number)) return -1;
  Handle *handler = handlers[number];
  if (handler == DEFAULT) {
    act_by_default(number);
  } else if (handler != IGNORE) {
    handler(number);
  }
  return 0;
}

int raise(int number) { return __belay_raise(number); }

/* ---- sets of signals ---- */

#define SET_WORDS (1024 / (8 * sizeof(unsigned long)))

typedef struct SignalSet {
  unsigned long words[SET_WORDS];
} SignalSet;

static unsigned long *word_of(SignalSet *set, int number) {
  return &set->words[(unsigned)(number - 1) / (8 * sizeof(unsigned long))];
}

static unsigned long bit_of(int number) {
  return 1UL << (unsigned)(number - 1) % (8 * sizeof(unsigned long));
}

int sigemptyset(SignalSet *set) {
  for (unsigned i = 0; i < SET_WORDS; i++) set->words[i] = 0;
  return 0;
}

int sigfillset(SignalSet *set) {
  for (unsigned i = 0; i < SET_WORDS; i++) set->words[i] = ~0UL;
  return 0;
}

int sigaddset(SignalSet *set, int number) {
  if (!is_signal(number)) return -1;
  *word_of(set, number) |= bit_of(number);
  return 0;
}

int sigdelset(SignalSet *set, int number) {
  if (!is_signal(number)) return -1;
  *word_of(set, number) &= ~bit_of(number);
  return 0;
}

int sigismember(const SignalSet *set, int number) {
  if (!is_signal(number)) return -1;
  return (*word_of((SignalSet *)set, number) & bit_of(number)) != 0;
}

/* glibc's struct sigaction. */
typedef struct Action {
  Handle *handler;
  SignalSet mask;
  int flags;
  void (*restorer)(void);
} Action;

#define WITH_INFO 4 /* SA_SIGINFO: the handler takes three arguments */

int sigaction(int number, const Action *action, Action *old) {
  if (!is_signal(number)) return -1;
  Handle *before = handlers[number];
  if (action != NULL) {
    if (action->flags & WITH_INFO) __belay_unmodelled_signal();
    if (set_handler(number, action->handler) == FAILED) return -1;
  }
  if (old != NULL) {
    memset(old, 0, sizeof *old);
    old->handler = before;
  }
  return 0;
}

static SignalSet blocked;

int sigprocmask(int how, const SignalSet *set, SignalSet *old) {
  SignalSet before = blocked;
  if (set != NULL) {
    for (unsigned i = 0; i < SET_WORDS; i++) {
      unsigned long word = set->words[i];
      if (how == 0) blocked.words[i] |= word;
      if (how == 1) blocked.words[i] &= ~word;
      if (how == 2) blocked.words[i] = word;
    }
  }
  if (old != NULL) *old = before;
  return 0;
}

int siginterrupt(int number, int flag) { return is_signal(number) ? 0 : -1; }
