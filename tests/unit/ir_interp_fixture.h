/* Runs of programs given as text, and what is to come out of them. */
#ifndef BELAY_TESTS_IR_INTERP_FIXTURE_H
#define BELAY_TESTS_IR_INTERP_FIXTURE_H

#include "ir_fixture.h"

#include "ir/interp.h"
#include "ir/verify.h"

/* The program of the run that was made last. */
static Arena *run_arena;
static const Program *run_program;

__attribute__((unused)) static RunResult run_with(const char *text, RunOptions options) {
  if (run_arena) arena_free(run_arena);
  run_arena = arena_new();
  Program *p = fixture_parse(run_arena, text);
  const char *fault;
  if (!ir_verify(p, run_arena, &fault)) fail_msg("%s\n%s", fault, text);
  run_program = p;
  return interp_run(p, run_arena, &options);
}

__attribute__((unused)) static RunResult run(const char *text) {
  return run_with(text, (RunOptions){.check_lost = true, .check_overlap = true});
}

/* A main around some lines, for addresses of 32 or 64 bits. */
#define MAIN(bits, lines) \
  "target " #bits "\nentry @main\nfunc @main() -> i32 {\nentry:\n" lines "}\n"
#define MAIN64(lines) MAIN(64, lines)
#define MAIN32(lines) MAIN(32, lines)

__attribute__((unused)) static const char *run_end_text(const RunResult *r) {
  static char text[400];
  static const char *const ends[] = {"exited",  "aborted",     "violation", "infeasible",
                                     "trapped", "unsupported", "limit"};
  snprintf(text, sizeof text, "%s %d %s %s", ends[r->end], r->exit_code,
           r->reason ? r->reason : "",
           r->end == RUN_VIOLATION ? cause_text(r->violation.cause) : "");
  return text;
}

__attribute__((unused)) static void expect_exit_with(const char *text, RunOptions options,
                                                     int code, unsigned depends) {
  RunResult r = run_with(text, options);
  if (r.end != RUN_EXITED || r.exit_code != code || r.depends != depends)
    fail_msg("got: %s, depends %u; expected exit %d, depends %u\n%s", run_end_text(&r),
             r.depends, code, depends, text);
}

__attribute__((unused)) static void expect_exit(const char *text, int code,
                                                unsigned depends) {
  expect_exit_with(text, (RunOptions){.check_lost = true, .check_overlap = true}, code,
                   depends);
}

__attribute__((unused)) static RunResult expect_end(const char *text, RunEnd end,
                                                    const char *reason) {
  RunResult r = run(text);
  if (r.end != end || !r.reason || !strstr(r.reason, reason))
    fail_msg("got: %s; expected: %s\n%s", run_end_text(&r), reason, text);
  return r;
}

__attribute__((unused)) static Violation
expect_broken_with(const char *text, RunOptions options, CheckKind kind, Cause cause) {
  RunResult r = run_with(text, options);
  if (r.end != RUN_VIOLATION || r.violation.kind != kind || r.violation.cause != cause)
    fail_msg("got: %s; expected %s: %s\n%s", run_end_text(&r), check_text(kind),
             cause_text(cause), text);
  return r.violation;
}

__attribute__((unused)) static Violation expect_broken(const char *text, CheckKind kind,
                                                       Cause cause) {
  return expect_broken_with(text, (RunOptions){.check_lost = true, .check_overlap = true},
                            kind, cause);
}

#endif
