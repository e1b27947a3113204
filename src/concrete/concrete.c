/* See concrete.h. */
#include "concrete/concrete.h"

#include "base/log.h"
#include "concrete/inputs_style.h"

enum {
  FIRST_STEPS = 100000, /* before it is known whether more can prove something */
  TRIAL_INPUTS = 2048,
  LONE_FAILURES = 8, /* runs in which one allocation alone fails */
};

/* How long one trial may take. */
typedef struct Effort {
  uint64_t steps;
  uint64_t eager; /* with a search for lost blocks at each loss */
} Effort;

static const Effort quick = {10000, 2000}, thorough = {4000000, 200000};

static bool is_interrupted(void *context) { return engine_interrupted(context); }

typedef struct Trial {
  const Inputs *inputs; /* NULL: all default */
  const char *text;
  uint8_t fill; /* what uninitialised memory holds */
} Trial;

static const Trial default_trial = {.text = "default inputs"};

static RunResult run_program(EngineRun *run, const Trial *trial, uint64_t steps,
                             bool eager, Arena *arena) {
  RunOptions options = engine_run_options(run->options);
  options.inputs = trial->inputs;
  options.uninit_fill = trial->fill;
  options.max_steps = steps;
  options.eager_leaks = eager;
  options.interrupted = is_interrupted;
  options.context = run;
  return interp_run(run->program, arena, &options);
}

static uint64_t limited(const EngineRun *run, uint64_t steps) {
  uint64_t most = run->options->max_steps;
  return most && (!steps || most < steps) ? most : steps;
}

/* ---- in words ---- */

static const char *end_text(const RunResult *result, Arena *arena) {
  static const char *const texts[] = {
    [RUN_EXITED] = "ends",
    [RUN_ABORTED] = "aborts",
    [RUN_VIOLATION] = "breaks a check",
    [RUN_INFEASIBLE] = "meets an assumption that does not hold",
    [RUN_TRAPPED] = "cannot go on",
    [RUN_UNSUPPORTED] = "meets something unknown",
    [RUN_LIMIT] = "did not end",
  };
  if (!result->reason || !*result->reason) return texts[result->end];
  return arena_printf(arena, "%s (%s)", texts[result->end], result->reason);
}

static const char *depends_text(unsigned depends, Arena *arena) {
  static const char *const texts[] = {
    "its inputs",          "uninitialised values",           "the addresses of objects",
    "allocations failing", "a pointer made from an integer", "an unknown global"};
  VecChar out = {0};
  for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++)
    if (depends >> i & 1) vec_printf(arena, &out, "%s%s", out.len ? ", " : "", texts[i]);
  return out.data ? out.data : "nothing";
}

/* ---- finding ---- */

/* True when there is nothing left to do: a check was claimed as broken. */
static bool claim_violation(EngineRun *run, const Trial *trial, const RunResult *result) {
  if (result->end != RUN_VIOLATION || result->depends & RUN_DEPENDS_GUESS) return false;
  CheckId check = ledger_find(run->ledger, result->violation.kind, result->violation.at);
  if (check.id == IR_NONE) return false;
  engine_broken(run, check, &result->choices,
                arena_printf(run->arena, "%s: seen in a run with %s, %llu steps",
                             cause_text(result->violation.cause), trial->text,
                             (unsigned long long)result->steps));
  return !run->options->keep_going;
}

static bool tracks_leaks(const EngineRun *run) {
  return run->options->properties & PROPERTY_BIT(PROPERTY_VALID_MEMTRACK);
}

/* One trial; once more with an eager search for lost blocks when it does not end. */
static bool try_inputs(EngineRun *run, const Trial *trial, Effort effort, Arena *arena) {
  RunResult result = run_program(run, trial, limited(run, effort.steps), false, arena);
  LOG(CONCRETE, "%s: %s, %llu steps", trial->text, end_text(&result, arena),
      (unsigned long long)result.steps);
  if (claim_violation(run, trial, &result)) return true;
  if (result.end != RUN_LIMIT || !tracks_leaks(run)) return false;
  result = run_program(run, trial, limited(run, effort.eager), true, arena);
  return claim_violation(run, trial, &result);
}

static bool try_styles(EngineRun *run, bool uninit, Effort effort, Arena *arena) {
  for (uint32_t style = 0; style < inputs_style_count(); style++) {
    if (engine_interrupted(run)) return false;
    arena_reset(arena);
    Inputs inputs = inputs_style_make(style, TRIAL_INPUTS, arena);
    Trial trial = {.inputs = &inputs};
    trial.text =
      arena_printf(run->arena, "inputs %s", inputs_style_text(style, run->arena));
    if (uninit) trial.fill = inputs_style_fill(style);
    if (try_inputs(run, &trial, effort, arena)) return true;
  }
  return false;
}

static bool try_failing_allocs(EngineRun *run, Effort effort, Arena *arena) {
  arena_reset(arena);
  Inputs inputs = inputs_failing_allocs(run->program, VAL_NONE, arena);
  Trial all = {&inputs, "all first allocations failing", 0};
  if (try_inputs(run, &all, effort, arena)) return true;
  uint32_t tried = 0;
  for (uint32_t id = 0; id < run->program->insts.len && tried < LONE_FAILURES; id++) {
    if (run->program->insts.data[id].op != OP_ALLOC) continue;
    if (engine_interrupted(run)) return false;
    tried++;
    arena_reset(arena);
    inputs = inputs_failing_allocs(run->program, (Val){id}, arena);
    Trial one = {&inputs, "one allocation failing", 0};
    if (try_inputs(run, &one, effort, arena)) return true;
  }
  return false;
}

/* Tries what the first run says may matter; true as claim_violation. */
static bool find(EngineRun *run, const RunResult *first, Effort effort, Arena *arena) {
  if (first->end == RUN_LIMIT && try_inputs(run, &default_trial, effort, arena))
    return true;
  if (first->depends & RUN_DEPENDS_ALLOC && try_failing_allocs(run, effort, arena))
    return true;
  bool uninit = first->depends & RUN_DEPENDS_UNINIT;
  return (uninit || first->depends & RUN_DEPENDS_INPUT) &&
         try_styles(run, uninit, effort, arena);
}

/* ---- proving ---- */

static bool is_only_run(const RunResult *result) {
  return result->depends == 0 &&
         (result->end == RUN_EXITED || result->end == RUN_ABORTED ||
          result->end == RUN_INFEASIBLE);
}

static void close_all(EngineRun *run, const RunResult *result) {
  const char *evidence =
    arena_printf(run->arena,
                 "the program reads no input: its only run, %llu steps, %s and "
                 "breaks no check",
                 (unsigned long long)result->steps, end_text(result, run->arena));
  for (uint32_t i = 0; i < run->ledger->checks.len; i++) {
    const Check *check = &run->ledger->checks.data[i];
    if (check->status != CHECK_OPEN) continue;
    if (check->kind == CHECK_LOST && result->lost_unsure) continue;
    engine_safe(run, (CheckId){i}, evidence);
  }
  engine_no_opaque(run);
}

/* Long runs are worth their time only while they may turn out to be the only one. */
static RunResult first_run(EngineRun *run) {
  Arena *arena = arena_new();
  RunResult result =
    run_program(run, &default_trial, limited(run, FIRST_STEPS), false, arena);
  if (result.end != RUN_LIMIT || result.depends || engine_interrupted(run)) return result;
  if (result.steps < FIRST_STEPS) return result; /* memory or depth */
  arena_reset(arena);
  return run_program(run, &default_trial, limited(run, 0), false, arena);
}

static void run_concrete(EngineRun *run, bool long_trials) {
  if (run->program->entry.id == IR_NONE) {
    engine_gave_up(run, "the program has no entry");
    return;
  }
  RunResult result = first_run(run);
  engine_statistic(run, "steps", (double)result.steps);
  LOG(CONCRETE, "default inputs: %s, %llu steps, depends on %s",
      end_text(&result, run->arena), (unsigned long long)result.steps,
      depends_text(result.depends, run->arena));
  if (is_only_run(&result)) {
    close_all(run, &result);
    return;
  }
  if (claim_violation(run, &default_trial, &result)) return;
  engine_gave_up(
    run, result.depends
           ? arena_printf(run->arena, "the run depends on %s",
                          depends_text(result.depends, run->arena))
           : arena_printf(run->arena, "the only run %s", end_text(&result, run->arena)));
  Arena *arena = arena_new();
  if (!find(run, &result, quick, arena) && long_trials)
    find(run, &result, thorough, arena);
}

static void run_quickly(EngineRun *run) { run_concrete(run, false); }
static void run_thoroughly(EngineRun *run) { run_concrete(run, true); }

const Engine concrete_engine = {
  .name = "concrete",
  .help = "runs the program; proves what has no input, finds what fails at once",
  .proves = true,
  .finds = true,
  .run = run_thoroughly,
};

const Engine concrete_first_engine = {
  .name = "concrete",
  .help = "the same, with short runs where there is more than one",
  .proves = true,
  .finds = true,
  .run = run_quickly,
};
