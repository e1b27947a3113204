/* Signals that mean an error: a pointer to nowhere, no room on the stack. The handler
 * runs on a stack of its own. A program that handles them itself keeps its handlers. */
#define _GNU_SOURCE
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "core.h"

enum { STACK_BYTES = 1 << 16 };

static void crashed(int number, siginfo_t *info, void *context) {
  (void)context;
  static int again;
  if (again++) _exit(options.exitcode);
  uintptr_t address = (uintptr_t)info->si_addr, low, high;
  uintptr_t here = (uintptr_t)__builtin_frame_address(0);
  stack_bounds(&low, &high);
  (void)here;
  int overflow = number == SIGSEGV && address + 65536 >= low && address < low + 65536;
  Violation violation = {.kind = overflow              ? KIND_STACK_OVERFLOW
                                 : address < NULL_ZONE ? KIND_NULL_POINTER
                                                       : KIND_WILD_POINTER,
                         .address = address,
                         .size = overflow ? 0 : 1};
  report_violation(&violation);
  _exit(options.exitcode);
}

void crash_init(void) {
  stack_t stack = {.ss_sp = space_private(STACK_BYTES), .ss_size = STACK_BYTES};
  sigaltstack(&stack, NULL);
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = crashed;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  sigaction(SIGSEGV, &action, NULL);
  sigaction(SIGBUS, &action, NULL);
}
