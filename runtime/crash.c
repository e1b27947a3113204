/* Signals that mean an error: a pointer to nowhere, no room on the stack. The handler
 * runs on a stack of its own. A program that handles them itself keeps its handlers. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>
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

#if defined(__x86_64__)
enum { PLACE = REG_RIP, STACK = REG_RSP, FRAME = REG_RBP };
#else
enum { PLACE = REG_EIP, STACK = REG_ESP, FRAME = REG_EBP };
#endif

static void look_where(const ucontext_t *context) {
  const greg_t *registers = context->uc_mcontext.gregs;
  Dl_info info;
  symbolize_crash((uintptr_t)registers[PLACE]);
  if (!dladdr((void *)(uintptr_t)registers[PLACE], &info))
    symbolize_wild_call((uintptr_t)registers[STACK], (uintptr_t)registers[FRAME]);
}

static void crashed(int number, siginfo_t *info, void *context) {
  static int again;
  if (again++) gave_up(number);
  look_where(context);
  struct sigaction limit = {.sa_handler = gave_up, .sa_flags = SA_ONSTACK};
  sigaction(SIGALRM, &limit, NULL);
  alarm(30);
  Violation violation = {.kind = kind_of(number, info),
                         .address = (uintptr_t)info->si_addr};
  violation.size = violation.kind != KIND_STACK_OVERFLOW;
  report_violation(&violation);
  _exit(options.exitcode);
}

/* Every thread has a stack for its handlers. */
void crash_thread_begin(void) {
  stack_t stack = {.ss_sp = space_private(STACK_BYTES), .ss_size = STACK_BYTES};
  sigaltstack(&stack, NULL);
}

void crash_thread_end(void) {
  stack_t stack, none = {.ss_flags = SS_DISABLE};
  if (sigaltstack(&none, &stack) == 0 && !(stack.ss_flags & SS_DISABLE) &&
      stack.ss_size == STACK_BYTES)
    munmap(stack.ss_sp, STACK_BYTES);
}

void crash_init(void) {
  crash_thread_begin();
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = crashed;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  sigaction(SIGSEGV, &action, NULL);
  sigaction(SIGBUS, &action, NULL);
}
