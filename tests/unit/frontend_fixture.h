/* What the tests of the front end share: a folder for files, a program out of a piece of
 * C, and questions about its text form. */
#ifndef BELAY_TESTS_FRONTEND_FIXTURE_H
#define BELAY_TESTS_FRONTEND_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "frontend/frontend.h"
#include "ir/interp.h"
#include "ir/text.h"
#include "ir/verify.h"

typedef struct Fixture {
  Arena *arena;
  char folder[64];
  FrontendOptions options;
  FrontendError error;
} Fixture;

static int fixture_open(void **state) {
  Fixture *f = calloc(1, sizeof *f);
  f->arena = arena_new();
  strcpy(f->folder, "/tmp/belay-frontend-XXXXXX");
  assert_non_null(mkdtemp(f->folder));
  *state = f;
  return 0;
}

static int fixture_close(void **state) {
  Fixture *f = *state;
  char command[128];
  snprintf(command, sizeof command, "rm -rf %s", f->folder);
  int code = system(command);
  arena_free(f->arena);
  free(f);
  return code;
}

__attribute__((unused)) static const char *fixture_path(Fixture *f, const char *name) {
  return arena_printf(f->arena, "%s/%s", f->folder, name);
}

__attribute__((unused)) static const char *write_file(Fixture *f, const char *name,
                                                      const char *text) {
  const char *path = fixture_path(f, name);
  FILE *stream = fopen(path, "w");
  assert_non_null(stream);
  fputs(text, stream);
  fclose(stream);
  return path;
}

/* NULL when it cannot be loaded; then f->error says why. */
__attribute__((unused)) static Program *try_load(Fixture *f, const char *path) {
  return frontend_load(f->arena, &path, 1, &f->options, &f->error, NULL);
}

__attribute__((unused)) static Program *load_c(Fixture *f, const char *source) {
  Program *p = try_load(f, write_file(f, "program.c", source));
  if (!p) print_error("%s\n%s\n", f->error.message, f->error.diagnostics);
  assert_non_null(p);
  return p;
}

/* The text of one function, or of everything; also checks that it parses back. */
__attribute__((unused)) static char *text_of(Fixture *f, const Program *p,
                                             const char *function) {
  char *text = ir_print(p, f->arena);
  IrError error;
  Program *again = ir_parse(f->arena, text, "text", &error);
  assert_non_null(again);
  assert_string_equal(ir_print(again, f->arena), text);
  if (!function) return text;
  char *start = strstr(text, arena_printf(f->arena, "func @%s(", function));
  assert_non_null(start);
  char *end = strstr(start, "\n}");
  assert_non_null(end);
  return arena_strndup(f->arena, start, (size_t)(end - start) + 3);
}

/* Compiles without the models, so that only the piece itself is in the text. */
__attribute__((unused)) static char *lower(Fixture *f, const char *source,
                                           const char *function) {
  f->options.without_models = true;
  return text_of(f, load_c(f, source), function);
}

#define assert_has(text, part) assert_has_at(text, part, __LINE__)
#define assert_has_not(text, part) assert_has_not_at(text, part, __LINE__)

__attribute__((unused)) static void assert_has_at(const char *text, const char *part,
                                                  int line) {
  if (strstr(text, part)) return;
  print_error("line %d: \"%s\" is not in\n%s\n", line, part, text);
  fail();
}

__attribute__((unused)) static void assert_has_not_at(const char *text, const char *part,
                                                      int line) {
  if (!strstr(text, part)) return;
  print_error("line %d: \"%s\" is in\n%s\n", line, part, text);
  fail();
}

/* How often the part is in the text. */
__attribute__((unused)) static unsigned count_of(const char *text, const char *part) {
  unsigned count = 0;
  for (const char *at = text; (at = strstr(at, part)); at += strlen(part)) count++;
  return count;
}

/* Runs the program and compares what it prints and returns. */
__attribute__((unused)) static void assert_prints(Fixture *f, const char *source,
                                                  const char *expected, int code) {
  Program *p = load_c(f, source);
  char *out = NULL;
  size_t length;
  FILE *stream = open_memstream(&out, &length);
  RunOptions options = {.out = stream, .err = stream, .max_steps = 10000000};
  RunResult result = interp_run(p, f->arena, &options);
  fclose(stream);
  if (result.end != RUN_EXITED)
    print_error("ended by %d: %s\n", result.end, result.reason ? result.reason : "");
  assert_int_equal(result.end, RUN_EXITED);
  assert_string_equal(out, expected);
  assert_int_equal(result.exit_code, code);
  free(out);
}

#endif
