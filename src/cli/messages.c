/* See cli.h: diagnostics as gcc writes them, coloured on a terminal unless NO_COLOR is
 * set in the environment. */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"

static const char *colors = "auto";

void message_set_colors(const char *choice) { colors = choice; }

bool message_is_colored(FILE *to) {
  if (strcmp(colors, "auto") != 0) return strcmp(colors, "always") == 0;
  const char *none = getenv("NO_COLOR"), *terminal = getenv("TERM");
  if (none && *none) return false;
  if (!terminal || strcmp(terminal, "dumb") == 0) return false;
  return isatty(fileno(to));
}

const char *message_bold(FILE *to) { return message_is_colored(to) ? "\033[1m" : ""; }
const char *message_red(FILE *to) { return message_is_colored(to) ? "\033[1;31m" : ""; }
const char *message_green(FILE *to) { return message_is_colored(to) ? "\033[1;32m" : ""; }
const char *message_plain(FILE *to) { return message_is_colored(to) ? "\033[0m" : ""; }
static const char *magenta(FILE *to) {
  return message_is_colored(to) ? "\033[1;35m" : "";
}
static const char *cyan(FILE *to) { return message_is_colored(to) ? "\033[1;36m" : ""; }

static void print(const char *where, const char *color, const char *severity,
                  const char *format, va_list args) {
  fflush(stdout);
  fprintf(stderr, "%s%s:%s %s%s:%s ", message_bold(stderr), where ? where : "belay",
          message_plain(stderr), color, severity, message_plain(stderr));
  vfprintf(stderr, format, args);
  fputc('\n', stderr);
}

void message_error(const char *where, const char *format, ...) {
  va_list args;
  va_start(args, format);
  print(where, message_red(stderr), "error", format, args);
  va_end(args);
}

void message_warning(const char *where, const char *format, ...) {
  va_list args;
  va_start(args, format);
  print(where, magenta(stderr), "warning", format, args);
  va_end(args);
}

void message_note(const char *where, const char *format, ...) {
  va_list args;
  va_start(args, format);
  print(where, cyan(stderr), "note", format, args);
  va_end(args);
}

int message_usage(const Options *options, const char *format, ...) {
  va_list args;
  va_start(args, format);
  print(NULL, message_red(stderr), "error", format, args);
  va_end(args);
  if (options->command == COMMAND_COUNT)
    fprintf(stderr, "Try 'belay --help'.\n");
  else
    fprintf(stderr, "Try 'belay %s --help'.\n", opt_command_text(options->command));
  return CLI_USAGE;
}
