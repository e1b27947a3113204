/* stdlib.h and unistd.h: how programs end and start others. */
#include "belay_model.h"

/* ---- what runs at exit ---- */

/* One of the two is set. */
typedef struct Handler {
  struct Handler *next; /* the one registered before */
  void (*function)(void);
  void (*function_with)(int code, void *context);
  void *context;
} Handler;

static Handler *handlers, *quick_handlers;

static void run_none(int code) { (void)code; }

static void run_all(int code) {
  while (handlers != NULL) {
    Handler *handler = handlers;
    handlers = handler->next;
    if (handler->function_with != NULL) {
      handler->function_with(code, handler->context);
    } else {
      handler->function();
    }
  }
}

static void run_quick(int code) {
  while (quick_handlers != NULL) {
    Handler *handler = quick_handlers;
    quick_handlers = handler->next;
    handler->function();
  }
}

/* Changed by atexit and the like only: a program that calls none of them has nothing to
 * run, and whoever analyses it sees that at once. */
static void (*at_exit)(int code) = run_none;
static void (*at_quick_exit_run)(int code) = run_none;

void __belay_run_exit_handlers(int code) { at_exit(code); }

int __belay_handlers_run_at_return;

/* Where runs start at main itself, its return would leave the handlers out. */
static Handler *new_handler(Handler *next) {
  if (!__belay_handlers_run_at_return) __belay_unmodelled_exit();
  Handler *handler = __belay_alloc_static(sizeof(Handler));
  *handler = (Handler){next, NULL, NULL, NULL};
  return handler;
}

int atexit(void (*function)(void)) {
  handlers = new_handler(handlers);
  handlers->function = function;
  at_exit = run_all;
  return 0;
}

int on_exit(void (*function)(int code, void *context), void *context) {
  handlers = new_handler(handlers);
  handlers->function_with = function;
  handlers->context = context;
  at_exit = run_all;
  return 0;
}

int at_quick_exit(void (*function)(void)) {
  Handler *handler = __belay_alloc_static(sizeof(Handler));
  *handler = (Handler){quick_handlers, NULL, NULL, NULL};
  quick_handlers = handler;
  quick_handlers->function = function;
  at_quick_exit_run = run_quick;
  return 0;
}

_Noreturn void exit(int code) {
  at_exit(code);
  __belay_exit(code);
}

_Noreturn void quick_exit(int code) {
  at_quick_exit_run(code);
  __belay_exit(code);
}

_Noreturn void _exit(int code) { __belay_exit(code); }

_Noreturn void _Exit(int code) { __belay_exit(code); }

/* ---- other processes ---- */

int system(const char *command) {
  if (command != NULL) __belay_touch_text(command);
  return __belay_input_int("system");
}

/* Both processes are runs of their own: the one where fork gave 0, and the one where it
 * gave the child's number. What one does is not seen by the other. */
static int split(void) {
  int error = model_outcome("fork.error");
  int child = model_input_range("fork", 0, INT_MAX);
  if (error == 0) return child;
  __belay_errno = error;
  return -1;
}

int fork(void) { return split(); }

int vfork(void) { return split(); }

static int wait_for(int *status) {
  int error = model_outcome("wait.error");
  int child = model_input_range("wait", 0, INT_MAX);
  if (error != 0) {
    __belay_errno = error;
    return -1;
  }
  if (status != NULL) *status = model_input_range("wait", 0, 0xffff);
  return child;
}

int wait(int *status) { return wait_for(status); }

int waitpid(int process, int *status, int options) { return wait_for(status); }

/* Either it fails, or this program is over. */
static int replace_process(const char *path) {
  __belay_touch_text(path);
  int error = model_outcome("exec");
  if (error == 0) __belay_abort("the process executes another program");
  __belay_errno = error;
  return -1;
}

static void touch_texts(char *const texts[]) {
  for (size_t i = 0; texts[i] != NULL; i++) __belay_touch_text(texts[i]);
}

int execv(const char *path, char *const arguments[]) {
  touch_texts(arguments);
  return replace_process(path);
}

int execvp(const char *path, char *const arguments[]) {
  touch_texts(arguments);
  return replace_process(path);
}

int execve(const char *path, char *const arguments[], char *const environment[]) {
  touch_texts(arguments);
  if (environment != NULL) touch_texts(environment);
  return replace_process(path);
}

/* The list of execle has the environment behind its end. */
static int replace_by_list(const char *path, const char *first, va_list list,
                           int with_environment) {
  const char *argument = first;
  while (argument != NULL) {
    __belay_touch_text(argument);
    argument = va_arg(list, const char *);
  }
  if (with_environment) touch_texts(va_arg(list, char *const *));
  return replace_process(path);
}

int execl(const char *path, const char *first, ...) {
  va_list list;
  va_start(list, first);
  int result = replace_by_list(path, first, list, 0);
  va_end(list);
  return result;
}

int execlp(const char *path, const char *first, ...) {
  va_list list;
  va_start(list, first);
  int result = replace_by_list(path, first, list, 0);
  va_end(list);
  return result;
}

int execle(const char *path, const char *first, ...) {
  va_list list;
  va_start(list, first);
  int result = replace_by_list(path, first, list, 1);
  va_end(list);
  return result;
}

/* ---- numbers of the process and its user ---- */

static int process_number(void) {
  static int number;
  if (number == 0) number = 1 + model_input_range("getpid", 0, 4194303);
  return number;
}

int getpid(void) { return process_number(); }

/* This process gets the signal itself when it is meant, alone or as one of many. */
int kill(int process, int number) {
  int error = model_outcome("kill");
  if (error != 0) {
    __belay_errno = error;
    return -1;
  }
  if (number == 0 || (process > 0 && process != process_number())) return 0;
  return __belay_raise(number);
}

int getpgrp(void) { return process_number(); }

int getppid(void) { return model_input_range("getpid", 0, 4194303); }

static unsigned user_number(void) {
  static unsigned number, known;
  if (!known) number = __belay_input_uint("getuid");
  known = 1;
  return number;
}

unsigned getuid(void) { return user_number(); }

unsigned geteuid(void) { return user_number(); }

static unsigned group_number(void) {
  static unsigned number, known;
  if (!known) number = __belay_input_uint("getuid");
  known = 1;
  return number;
}

unsigned getgid(void) { return group_number(); }

unsigned getegid(void) { return group_number(); }
