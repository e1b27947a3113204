/* Signals that mean an error: a pointer to nowhere, no room on the stack. The handler
 * runs on a stack of its own. A program that handles them itself keeps its handlers. */
#define _GNU_SOURCE
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "core.h"
#include "symbolize.h"

enum { STACK_BYTES = 1 << 16 };

static Kind kind_of(int number, const siginfo_t *info) {
  uintptr_t address = (uintptr_t)info->si_addr, low, high;
  stack_bounds(&low, &high);
  if (number == SIGSEGV && address + 65536 >= low && address < low + 65536)
    return KIND_STACK_OVERFLOW;
  if (address < NULL_ZONE) return KIND_NULL_POINTER;
  return info->si_code == SEGV_ACCERR && globals_at(address) ? KIND_READ_ONLY
                                                             : KIND_WILD_POINTER;
}

/* What the report needs may hang when the program has destroyed libc's data. */
static void gave_up(int number) {
  static const char text[] = "belay: the report cannot be finished\n";
  (void)number;
  if (write(2, text, sizeof text - 1) < 0) _exit(options.exitcode);
  _exit(options.exitcode);
}

static void crashed(int number, siginfo_t *info, void *context) {
  (void)context;
  static int again;
  if (again++) _exit(options.exitcode);
  struct sigaction limit = {.sa_handler = gave_up, .sa_flags = SA_ONSTACK};
  sigaction(SIGALRM, &limit, NULL);
  alarm(30);
  Violation violation = {.kind = kind_of(number, info),
                         .address = (uintptr_t)info->si_addr};
  violation.size = violation.kind != KIND_STACK_OVERFLOW;
  report_violation(&violation);
  _exit(options.exitcode);
}

void crash_init(void) {
  symbolize_init();
  stack_t stack = {.ss_sp = space_private(STACK_BYTES), .ss_size = STACK_BYTES};
  sigaltstack(&stack, NULL);
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = crashed;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  sigaction(SIGSEGV, &action, NULL);
  sigaction(SIGBUS, &action, NULL);
}
