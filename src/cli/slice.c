/* `belay slice`: the part of a program that decides chosen lines or its open checks. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/log.h"
#include "cli/cli.h"
#include "cli/property.h"
#include "ir/text.h"
#include "ledger/engine.h"
#include "slice/slice.h"
#include "slice/write_llvm.h"

static double seconds_since(clock_t start) {
  return (double)(clock() - start) / CLOCKS_PER_SEC;
}

/* ---- the criterion ---- */

/* "dir/file.c" is meant by "file.c", too. */
static bool file_fits(const char *file, const char *wanted, size_t length) {
  size_t have = strlen(file);
  if (have < length || strncmp(file + have - length, wanted, length) != 0) return false;
  return have == length || file[have - length - 1] == '/';
}

typedef Vec(Val) VecVal;

static const char *find_line(Arena *arena, const Program *p, const char *text,
                             VecVal *found) {
  const char *colon = strrchr(text, ':');
  char *end = NULL;
  unsigned long line = colon ? strtoul(colon + 1, &end, 10) : 0;
  if (!colon || !line || *end) return "--criterion takes `checks` or FILE:LINE";
  for (Val v = {0}; v.id < p->insts.len; v.id++) {
    const Inst *inst = ir_inst(p, v);
    const Pos *pos = ir_pos(p, inst->pos);
    if (pos->line != line || inst->op == OP_PARAM) continue;
    if (file_fits(ir_text(p, pos->file), text, (size_t)(colon - text)))
      vec_push(arena, found, v);
  }
  if (found->len) return NULL;
  return arena_printf(arena, "there is no code at %s", text);
}

/* Closes what the points-to sets decide. */
static void close_checks(Ledger *ledger, const Options *options) {
  EngineOptions engine = {.properties = ledger->properties,
                          .malloc_may_fail = options->malloc_may_fail};
  engine_run(&points_engine, ledger, &engine, (EngineBudget){0});
}

/* ---- the command ---- */

typedef struct Job {
  const Options *options;
  Program *program;
  FrontendLlvm llvm;
  SliceCriterion criterion;
  VecVal insts;
  PropertySet properties;
  double points_seconds, slice_seconds;
} Job;

static const char *set_criterion(Arena *arena, Job *job) {
  const Options *options = job->options;
  job->criterion.classical = strcmp(options->control, "classical") == 0;
  if (strcmp(options->criterion, "checks") == 0) {
    Ledger *ledger = ledger_new(arena, job->program, job->properties);
    if (!options->all_checks) close_checks(ledger, options);
    job->criterion.ledger = ledger;
    return NULL;
  }
  const char *error = find_line(arena, job->program, options->criterion, &job->insts);
  job->criterion.insts = job->insts.data;
  job->criterion.inst_count = job->insts.len;
  return error;
}

static bool ends_with(const char *text, const char *end) {
  size_t a = strlen(text), b = strlen(end);
  return a >= b && strcmp(text + a - b, end) == 0;
}

static int write_bitcode(Arena *arena, Job *job, const Slice *slice) {
  const char *error = slice_write_llvm(slice, &job->llvm, job->options->output, arena);
  if (!error) return 0;
  message_error(job->options->output, "%s", error);
  return CLI_INPUT;
}

static int write_text(Arena *arena, Job *job, const Slice *slice) {
  const char *output = job->options->output ? job->options->output : "-";
  Program *sliced = slice_build(slice, arena);
  return file_write(output, ir_print(sliced, arena)) ? 0 : CLI_INPUT;
}

static int slice_and_write(Arena *arena, Job *job, bool bitcode) {
  PointsOptions wanted = {.malloc_may_fail = job->options->malloc_may_fail};
  clock_t start = clock();
  Points *points = points_analyse(job->program, arena, &wanted);
  job->points_seconds = seconds_since(start);
  start = clock();
  job->criterion.whole_models = bitcode;
  Slice *slice = slice_compute(job->program, points, &job->criterion, arena);
  int code = bitcode ? write_bitcode(arena, job, slice) : write_text(arena, job, slice);
  job->slice_seconds = seconds_since(start);
  if (job->options->time)
    fprintf(stderr, "points   %10.1f ms\nslice    %10.1f ms\n%u of %u instructions\n",
            job->points_seconds * 1000, job->slice_seconds * 1000, slice_count(slice),
            job->program->insts.len);
  return code;
}

int command_slice(Arena *arena, Options *options) {
  Job job = {.options = options, .properties = property_default()};
  bool bitcode = options->output && ends_with(options->output, ".bc");
  int code = 0;
  const char *error = NULL;
  if (options->property)
    error = property_parse(arena, options->property, &job.properties);
  if (error) return message_usage(options, "%s", error);
  job.program = load_with_llvm(arena, options, NULL, bitcode ? &job.llvm : NULL, true, &code);
  if (!job.program) return code;
  error = set_criterion(arena, &job);
  if (error) {
    message_error(NULL, "%s", error);
    return CLI_USAGE;
  }
  code = slice_and_write(arena, &job, bitcode);
  if (bitcode) frontend_release(&job.llvm);
  return code;
}
