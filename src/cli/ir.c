/* `belay ir`: the program representation as text, and checks on it. */
#include <string.h>
#include <time.h>

#include "cli/cli.h"
#include "ir/text.h"
#include "ir/verify.h"

typedef struct Clock {
  double last; /* processor seconds of this process */
} Clock;

static double clock_lap(Clock *clock_) {
  double now = (double)clock() / CLOCKS_PER_SEC, lap = now - clock_->last;
  clock_->last = now;
  return lap;
}

static void print_times(const FrontendTimes *times, double verify, double print) {
  const struct {
    const char *stage;
    double seconds;
  } rows[] = {{"clang", times->clang}, {"read", times->read}, {"promote", times->promote},
              {"lower", times->lower}, {"verify", verify},    {"print", print}};
  for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++)
    fprintf(stderr, "%-8s %10.1f ms\n", rows[i].stage, rows[i].seconds * 1000);
}

/* Where two texts first differ: the line's number. */
static unsigned first_difference(const char *a, const char *b) {
  unsigned line = 1;
  for (; *a && *a == *b; a++, b++) line += *a == '\n';
  return line;
}

static bool verify(Arena *arena, const Program *p, const char *which) {
  const char *message;
  if (ir_verify(p, arena, &message)) return true;
  message_error(which, "%s", message);
  return false;
}

static bool round_trip(Arena *arena, const char *text) {
  IrError error;
  Program *again = ir_parse(arena, text, "printed", &error);
  if (!again) {
    message_error(arena_printf(arena, "%s:%u:%u", error.file, error.line, error.column),
                  "%s", error.message);
    return false;
  }
  if (!verify(arena, again, "parsed again")) return false;
  const char *second = ir_print(again, arena);
  if (strcmp(text, second) == 0) return true;
  message_error("parsed again", "prints differently from line %u on",
                first_difference(text, second));
  return false;
}

int command_ir(Arena *arena, Options *options) {
  int code = 0;
  FrontendTimes times = {0};
  Clock lap = {0};
  Program *p = load_program(arena, options, &times, &code);
  if (!p) return code;
  clock_lap(&lap);
  bool fine = verify(arena, p, "program");
  double verifying = clock_lap(&lap);
  const char *text = ir_print(p, arena);
  double printing = clock_lap(&lap);
  if (options->time) print_times(&times, verifying, printing);
  if (fine && options->round_trip) fine = round_trip(arena, text);
  bool silent = (options->verify || options->round_trip) && !options->output;
  if (!silent && !file_write(options->output ? options->output : "-", text))
    return CLI_INPUT;
  return fine ? 0 : CLI_FALSE;
}
