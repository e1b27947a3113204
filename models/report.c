/* err.h and error.h: messages of programs about themselves. The program's name is argv[0]
 * in reality; here it is a fixed one. */
#include "stream.h"

static char program_name[] = "program";
char *program_invocation_name = program_name;
char *program_invocation_short_name = program_name;
char *__progname = program_name;

static void put(const char *text) {
  __belay_stream_put(stderr, text, __belay_text_length(text));
}

/* "program: message: No such file or directory\n"; number -1 leaves the error out. */
static void report(const char *format, va_list list, int number) {
  put(program_invocation_short_name);
  put(": ");
  if (format != NULL) __belay_format_stream(stderr, format, list);
  if (number >= 0) {
    if (format != NULL) put(": ");
    put(__belay_error_text(number));
  }
  put("\n");
}

static _Noreturn void leave(int code) {
  __belay_run_exit_handlers(code);
  __belay_exit(code);
}

void vwarn(const char *format, va_list list) { report(format, list, __belay_errno); }

void vwarnx(const char *format, va_list list) { report(format, list, -1); }

void warn(const char *format, ...) {
  va_list list;
  va_start(list, format);
  report(format, list, __belay_errno);
  va_end(list);
}

void warnx(const char *format, ...) {
  va_list list;
  va_start(list, format);
  report(format, list, -1);
  va_end(list);
}

_Noreturn void verr(int code, const char *format, va_list list) {
  report(format, list, __belay_errno);
  leave(code);
}

_Noreturn void verrx(int code, const char *format, va_list list) {
  report(format, list, -1);
  leave(code);
}

_Noreturn void err(int code, const char *format, ...) {
  va_list list;
  va_start(list, format);
  report(format, list, __belay_errno);
  va_end(list);
  leave(code);
}

_Noreturn void errx(int code, const char *format, ...) {
  va_list list;
  va_start(list, format);
  report(format, list, -1);
  va_end(list);
  leave(code);
}

/* error.h: a code that is not 0 ends the program, a number that is not 0 adds its
 * message. */
void error(int code, int number, const char *format, ...) {
  va_list list;
  va_start(list, format);
  report(format, list, number == 0 ? -1 : number);
  va_end(list);
  if (code != 0) leave(code);
}
