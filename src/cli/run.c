/* `belay run`: one run by the reference interpreter, every check on. The program's
 * standard streams are belay's; what belay has to say goes to standard error. */
#include <string.h>

#include "cli/budget.h"
#include "cli/cli.h"
#include "cli/property.h"
#include "ir/interp.h"
#include "report/violation.h"

enum { RUN_CODE_ABORTED = 134 }; /* as a shell shows SIGABRT */

static bool wants(PropertySet properties, Property property) {
  return properties & PROPERTY_BIT(property);
}

static bool out_of_time(void *context) { return budget_left() <= 0; }

/* argv as the program sees it; the first file stands for the program's name. */
static void set_arguments(Arena *arena, const Options *options, RunOptions *run) {
  uint32_t count = options->program_args.len;
  run->argc = (int)count + 1;
  run->argv = arena_new_array(arena, char *, count + 2);
  run->argv[0] =
    arena_strdup(arena, options->operands.len ? options->operands.data[0] : "a.out");
  for (uint32_t i = 0; i < count; i++)
    run->argv[i + 1] = arena_strdup(arena, options->program_args.data[i]);
}

static RunOptions run_options(Arena *arena, const Options *options,
                              PropertySet properties) {
  RunOptions run = {
    .malloc_may_fail = options->malloc_may_fail,
    .check_overflow = wants(properties, PROPERTY_NO_OVERFLOW),
    .check_cleanup = wants(properties, PROPERTY_VALID_MEMCLEANUP),
    .check_overlap = wants(properties, PROPERTY_VALID_COPY),
    .check_lost = wants(properties, PROPERTY_VALID_MEMTRACK),
    .max_memory = (uint64_t)options->memory << 20,
    .out = stdout,
    .err = stderr,
    .interrupted = out_of_time,
  };
  /* Saved inputs hold what was read and the arguments, too. */
  if (!options->inputs) run.in = stdin;
  if (!options->inputs || options->program_args.len) set_arguments(arena, options, &run);
  return run;
}

static bool read_inputs(Arena *arena, const char *path, Inputs *inputs) {
  char *text = file_read(arena, path);
  const char *error;
  if (!text) return false;
  if (inputs_parse(arena, inputs, text, &error)) return true;
  message_error(path, "%s", error);
  return false;
}

static bool save_inputs(Arena *arena, const char *path, const Inputs *inputs) {
  VecChar text = {0};
  inputs_print(arena, inputs, &text);
  vec_push(arena, &text, '\0');
  return file_write(path, text.data);
}

static int report_end(const Program *p, const RunResult *result, Arena *arena) {
  const char *where =
    val_is_inst(result->at) ? ir_pos_text(p, ir_inst(p, result->at)->pos, arena) : NULL;
  const char *reason = result->reason ? result->reason : "";
  switch (result->end) {
  case RUN_EXITED: return result->exit_code & 255;
  case RUN_ABORTED: return message_note(where, "aborted: %s", reason), RUN_CODE_ABORTED;
  case RUN_INFEASIBLE:
    return message_note(where, "an assumption does not hold"), CLI_UNKNOWN;
  case RUN_TRAPPED: return message_error(where, "the run stops: %s", reason), CLI_UNKNOWN;
  case RUN_UNSUPPORTED:
    return message_error(where, "cannot go on: %s", reason), CLI_UNKNOWN;
  case RUN_LIMIT: return message_error(where, "limit reached: %s", reason), CLI_UNKNOWN;
  case RUN_VIOLATION: break;
  }
  VecChar text = {0};
  ReportOptions report = {.color = message_is_colored(stderr)};
  report_violation(p, result, &report, arena, &text);
  fwrite(text.data, 1, text.len, stderr);
  return CLI_FALSE;
}

int command_run(Arena *arena, Options *options) {
  int code = 0;
  Inputs inputs = {0};
  PropertySet properties = property_default();
  const char *error = NULL;
  if (options->property) error = property_parse(arena, options->property, &properties);
  if (error) return message_usage(options, "%s", error);
  budget_start((double)options->timeout);
  if (options->inputs && !read_inputs(arena, options->inputs, &inputs)) return CLI_INPUT;
  Program *p = load_runnable(arena, options, &code);
  if (!p) return code;
  RunOptions run = run_options(arena, options, properties);
  if (options->inputs) run.inputs = &inputs;
  RunResult result = interp_run(p, arena, &run);
  fflush(stdout);
  code = report_end(p, &result, arena);
  if (options->save_inputs && !save_inputs(arena, options->save_inputs, &result.choices))
    return CLI_INPUT;
  return code;
}
