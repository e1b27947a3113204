/* `belay instrument`: calls inserted by rules, and the program that results. */
#include <errno.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/cli.h"
#include "instrument/instrument.h"
#include "slice/slice.h"

extern char **environ;

static bool ends_with(const char *text, const char *end) {
  size_t a = strlen(text), b = strlen(end);
  return a >= b && strcmp(text + a - b, end) == 0;
}

/* ---- rules ---- */

static Rules *read_rules(Arena *arena, const char *name) {
  const char *text = rules_shipped(name);
  RulesError error;
  if (!text) text = file_read(arena, name);
  if (!text) return NULL;
  Rules *rules = rules_parse(arena, text, &error);
  if (!rules)
    message_error(arena_printf(arena, "%s:%u", name, error.line), "%s", error.message);
  return rules;
}

static bool has_mode(const Rules *rules, const char *mode) {
  for (uint32_t i = 0; i < rules->modes.len; i++)
    if (!strcmp(rules->modes.data[i], mode)) return true;
  return false;
}

/* ---- clang for what comes after ---- */

static bool run_clang(Arena *arena, const char *const *arguments, unsigned count) {
  Vec(const char *) line = {0};
  vec_push(arena, &line, "clang-19");
  for (unsigned i = 0; i < count; i++) vec_push(arena, &line, arguments[i]);
  vec_push(arena, &line, NULL);
  pid_t process;
  int status = 0;
  int code = posix_spawnp(&process, line.data[0], NULL, NULL,
                          (char **)(uintptr_t)line.data, environ);
  if (code) return message_error(NULL, "cannot run clang-19: %s", strerror(code)), false;
  while (waitpid(process, &status, 0) < 0 && errno == EINTR) continue;
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static char *temporary(Arena *arena, const char *end) {
  const char *folder = getenv("TMPDIR");
  char *path =
    arena_printf(arena, "%s/belay-XXXXXX%s", folder && *folder ? folder : "/tmp", end);
  int file = mkstemps(path, (int)strlen(end));
  if (file < 0) return message_error(path, "%s", strerror(errno)), NULL;
  close(file);
  return path;
}

/* The user's own functions, compiled where they are C. */
static const char *compile_with(Arena *arena, const char *file, const char *width,
                                char **made) {
  if (!ends_with(file, ".c")) return file;
  *made = temporary(arena, ".bc");
  const char *line[] = {width, "-O1", "-w", "-emit-llvm", "-c", file, "-o", *made};
  return *made && run_clang(arena, line, 8) ? *made : NULL;
}

static bool write_executable(Arena *arena, FrontendLlvm *llvm, const Options *options,
                             unsigned ptr_bits) {
  char *bitcode = temporary(arena, ".bc");
  if (!bitcode) return false;
  const char *error = instrument_write(llvm, bitcode, arena);
  const char *line[] = {ptr_bits == 32 ? "-m32" : "-m64",
                        "-O0",
                        "-w",
                        "-no-pie",
                        "-fno-pic",
                        bitcode,
                        "-o",
                        options->output,
                        "-lm"};
  if (error) message_error(options->output, "%s", error);
  bool good = !error && run_clang(arena, line, 9);
  unlink(bitcode);
  return good;
}

/* ---- the command ---- */

static void print_counts(const InstrumentResult *result) {
  for (uint32_t i = 0; i < result->counts.len; i++) {
    const InstrumentCount *c = &result->counts.data[i];
    printf("%-28s %8u in the program %8u in the library\n", c->call, c->user, c->library);
  }
}

/* A mode that asks no engine checks everything. */
static void print_sizes(Arena *arena, const Options *options, const Program *p,
                        const Points *points, const FrontendLlvm *llvm,
                        const InstrumentResult *result) {
  InstrumentSize size;
  bool all = !options->mode || !strcmp(options->mode, "basic");
  instrument_measure(p, points, llvm, result, all, arena, &size);
  printf("%-28s %8u in the program %8u in its slice\n", "instructions", size.instructions,
         size.sliced);
}

static bool write_output(Arena *arena, FrontendLlvm *llvm, const Options *options,
                         unsigned ptr_bits) {
  if (!ends_with(options->output, ".bc"))
    return write_executable(arena, llvm, options, ptr_bits);
  const char *error = instrument_write(llvm, options->output, arena);
  if (error) message_error(options->output, "%s", error);
  return !error;
}

static int work(Arena *arena, const Options *options, const Rules *rules, Program *p,
                FrontendLlvm *llvm) {
  PointsOptions wanted = {.malloc_may_fail = options->malloc_may_fail};
  Points *points = points_analyse(p, arena, &wanted);
  char *made = NULL;
  InstrumentOptions how = {.rules = rules, .mode = options->mode};
  how.count_only = !options->output;
  if (options->with)
    how.with =
      compile_with(arena, options->with, p->ptr_bits == 32 ? "-m32" : "-m64", &made);
  if (options->with && !how.with) return CLI_INPUT;
  InstrumentResult result = instrument_program(p, points, llvm, &how, arena);
  if (result.error) message_error(NULL, "%s", result.error);
  bool good = !result.error &&
              (!options->output || write_output(arena, llvm, options, p->ptr_bits));
  if (made) unlink(made);
  if (good && (options->counts || !options->output)) print_counts(&result);
  if (good && !options->output) print_sizes(arena, options, p, points, llvm, &result);
  return good ? 0 : CLI_INPUT;
}

int command_instrument(Arena *arena, Options *options) {
  int code = 0;
  FrontendLlvm llvm = {0};
  Rules *rules = read_rules(arena, options->rules);
  if (!rules) return CLI_INPUT;
  if (options->mode && !has_mode(rules, options->mode))
    return message_usage(options, "the rules of %s have no mode '%s'", options->rules,
                         options->mode);
  if (rules->marks_overflow) options->property = "no-overflow";
  Program *p = load_with_llvm(arena, options, NULL, &llvm, false, &code);
  if (!p) return code;
  code = work(arena, options, rules, p, &llvm);
  frontend_release(&llvm);
  return code;
}
