/* `belay help`, `belay COMMAND --help`: all of it from the tables. */
#include <inttypes.h>
#include <string.h>

#include "base/log.h"
#include "cli/cli.h"
#include "cli/engines.h"
#include "ir/check.h"

enum { HELP_COLUMN = 28, HELP_WIDTH = 88 };

/* Prints words from the current column on, with a hanging indent. */
static void print_wrapped(FILE *out, unsigned column, unsigned indent, const char *text) {
  while (*text) {
    size_t length = strcspn(text, " ");
    if (column > indent && column + 1 + length > HELP_WIDTH) {
      fprintf(out, "\n%*s", (int)indent, "");
      column = indent;
    } else if (column > indent) {
      fputc(' ', out);
      column++;
    }
    fwrite(text, 1, length, out);
    column += (unsigned)length;
    text += length;
    text += *text == ' ';
  }
  fputc('\n', out);
}

/* The left column, then the help beside it, or below where the left one is too long. */
static void print_row(FILE *out, const char *left, const char *help) {
  fprintf(out, "  %s", left);
  unsigned column = 2 + (unsigned)strlen(left);
  if (column + 1 >= HELP_COLUMN) {
    fputc('\n', out);
    column = 0;
  }
  fprintf(out, "%*s", (int)(HELP_COLUMN - column), "");
  print_wrapped(out, HELP_COLUMN, HELP_COLUMN, help);
}

static const char *option_left(Arena *arena, const OptRow *row) {
  VecChar left = {0};
  vec_printf(arena, &left, row->letter ? "-%c, " : "    ", row->letter);
  vec_printf(arena, &left, "--%s", row->name);
  if (row->argument) vec_printf(arena, &left, " %s", row->argument);
  return left.data;
}

static const char *option_help(Arena *arena, const OptRow *row) {
  if (row->kind == OPT_NUMBER)
    return arena_printf(arena, "%s (default %" PRId64 ")", row->help, row->number);
  if (row->kind == OPT_CHOICE)
    return arena_printf(arena, "%s (default %s)", row->help, row->text);
  return row->help;
}

static bool belongs(const OptRow *row, Command command) {
  if (command == COMMAND_COUNT) return row->commands == UINT32_MAX;
  return row->commands >> command & 1;
}

static void print_options(FILE *out, Command command) {
  Arena *arena = arena_new();
  fprintf(out, "\nOptions:\n");
  for (unsigned i = 0; i < opt_row_count; i++)
    if (belongs(&opt_rows[i], command))
      print_row(out, option_left(arena, &opt_rows[i]), option_help(arena, &opt_rows[i]));
  arena_free(arena);
}

static void print_commands(FILE *out) {
  fprintf(out,
          "Usage: belay COMMAND [OPTION...] [FILE...] [-- COMPILER-FLAG...]\n\n"
          "Belay tells whether a C program is memory safe and shows the bug if not.\n"
          "A file is C (.c, .i), LLVM bitcode (.bc, .ll) or belay's own text (.ir).\n"
          "\nCommands:\n");
  for (int i = 0; i < COMMAND_COUNT; i++)
    print_row(out, opt_command_text((Command)i), opt_command_help((Command)i));
}

/* The options of `belay cc` are clang's; these are added to them. */
static void print_cc(FILE *out) {
  fprintf(out, "Usage: belay cc [CLANG-OPTION...] FILE...\n\n");
  print_wrapped(out, 0, 0, opt_command_help(COMMAND_cc));
  fprintf(out, "\nOptions, beside clang's own:\n");
  print_row(out, "-fbelay=default",
            "points removes the checks that it proves, file by file and at the link");
  print_row(out, "-fbelay=basic", "no engine removes a check");
  print_row(out, "-fbelay=prove",
            "when a program is linked, the engines of `belay check` remove checks, too");
  print_row(out, "-fbelay-budget=SECONDS", "processor time for that (default 60)");
  print_row(out, "-fbelay=off", "no checks: the line goes to clang as it is");
  print_row(out, "-v", "tell, beside the commands, how many checks stay");
  fprintf(out, "\nExit code of the programs made: their own, or 97 after an error;\n"
               "BELAY_OPTIONS in the environment changes what they do "
               "(docs/runtime.md).\n");
}

static void print_exit_codes(FILE *out, Command command) {
  if (command == COMMAND_check)
    fprintf(out, "\nThe last line is the verdict: TRUE, FALSE(property) or UNKNOWN.\n"
                 "Exit code: 0 TRUE, 1 FALSE, 2 UNKNOWN, 3 input cannot be compiled or "
                 "read, 64 wrong usage.\n");
  if (command == COMMAND_instrument)
    fprintf(out,
            "\nExit code of what is made: the program's own, 99 a check is broken, 2 it "
            "cannot go on.\n");
  if (command == COMMAND_run)
    fprintf(out,
            "\nExit code: the program's own when it ends by itself (134 when it aborts), "
            "else\n"
            "1 a check is broken, 2 the run cannot go on or reached a limit,\n"
            "3 input cannot be compiled or read, 64 wrong usage.\n");
}

void help_print(FILE *out, Command command) {
  if (command == COMMAND_cc) {
    print_cc(out);
    return;
  }
  if (command == COMMAND_COUNT) {
    print_commands(out);
  } else {
    fprintf(out, "Usage: belay %s [OPTION...] %s%s%s\n\n", opt_command_text(command),
            opt_command_operands(command),
            command == COMMAND_help ? "" : " [-- COMPILER-FLAG...]",
            command == COMMAND_run ? " [--args ARGUMENT...]" : "");
    print_wrapped(out, 0, 0, opt_command_help(command));
  }
  print_options(out, command);
  print_exit_codes(out, command);
}

static void print_channels(void) {
  printf("Channels of --log (or all):\n");
  for (int i = 0; i < LOG_CHANNEL_COUNT; i++)
    print_row(stdout, log_channel_text((LogChannel)i), log_channel_help((LogChannel)i));
}

static void print_engines(void) {
  printf("Engines, in the order in which they work:\n");
  for (unsigned i = 0; i < engine_row_count; i++)
    print_row(stdout, engine_rows[i].engine->name, engine_rows[i].engine->help);
}

static void print_checks(void) {
  printf("What is checked, and the property it belongs to:\n");
  for (int i = 0; i < CHECK_KIND_COUNT; i++) {
    CheckKind kind = (CheckKind)i;
    print_row(stdout, property_text(check_property(kind)), check_help(kind));
  }
}

static const struct {
  const char *name;
  void (*print)(void);
} topics[] = {
  {"log", print_channels}, {"engines", print_engines}, {"properties", print_checks}};

/* False when there is no such topic. */
static bool print_topic(const char *name) {
  for (unsigned i = 0; i < sizeof topics / sizeof *topics; i++)
    if (strcmp(topics[i].name, name) == 0) return topics[i].print(), true;
  return false;
}

int command_help(Arena *arena, Options *options) {
  if (options->operands.len > 1) return message_usage(options, "one command at a time");
  Command command = COMMAND_COUNT;
  if (options->operands.len == 1) {
    const char *topic = options->operands.data[0];
    if (print_topic(topic)) return 0;
    command = opt_command_by_text(topic);
    if (command == COMMAND_COUNT)
      return message_usage(options, "%s", opt_unknown_command(arena, topic));
  }
  help_print(stdout, command);
  return 0;
}
