/* See cc_prove.h. What an engine calls safe is safe in every run that broke no check
 * before, and all the others are checked when the program runs. */
#include "cli/cc_prove.h"

#include <string.h>
#include <sys/resource.h>

#include "cli/budget.h"
#include "cli/pipeline.h"
#include "cli/property.h"
#include "ledger/verdict.h"
#include "points/points.h"

enum { ENGINE_MEMORY_MB = 2048 };

/* Engines that explore runs say nothing about code that they cannot see; points does. */
static bool is_all_known(const Ledger *ledger, PropertySet properties, Arena *arena) {
  Verdict verdict = verdict_of(ledger, properties, NULL, 0, arena);
  for (uint32_t i = 0; i < verdict.reasons.len; i++)
    if (verdict.reasons.data[i].checks == 0) return false;
  return true;
}

static void reopen_others(Ledger *ledger) {
  for (uint32_t i = 0; i < ledger->checks.len; i++) {
    Check *check = &ledger->checks.data[i];
    if (check->status == CHECK_SAFE && strcmp(check->engine, points_engine.name) != 0)
      check->status = CHECK_OPEN;
  }
}

static const char *run_engines(Arena *arena, Ledger *ledger,
                               const ProveOptions *options) {
  PropertySet properties = ledger->properties;
  PipelineOptions pipeline = {
    .engine = {.properties = properties,
               .malloc_may_fail = true,
               .max_steps =
                 options->steps_least + options->steps * ledger->program->insts.len},
    .memory = (uint64_t)ENGINE_MEMORY_MB << 20,
    .jobs = 1,
  };
  const char *error =
    engines_choose(arena, options->all ? NULL : points_engine.name, &pipeline.engines);
  if (error) return error;
  struct rlimit before;
  getrlimit(RLIMIT_CPU, &before);
  budget_start(budget_spent() + options->seconds);
  pipeline_run(arena, ledger, &pipeline);
  guard_release(); /* what comes now may take its time */
  setrlimit(RLIMIT_CPU, &before);
  if (!is_all_known(ledger, properties, arena)) reopen_others(ledger);
  return NULL;
}

const char *prove_and_guard(Arena *arena, const DriverWords *bitcode, const char *output,
                            const GuardKept *kept, const ProveOptions *options,
                            Proved *proved) {
  FrontendLlvm llvm = {0};
  FrontendOptions frontend = {.keep_llvm = &llvm, .open = !options->closed};
  FrontendError error = {0};
  Program *p = frontend_load(arena, bitcode->data, bitcode->len, &frontend, &error, NULL);
  if (!p) return error.message;
  if (!options->closed || guard_has_assembly(&llvm))
    p->entry = FN_NONE;
  else if (p->entry.id == IR_NONE)
    return "there is no function main";
  Ledger *ledger = ledger_new(arena, p, property_default());
  const char *reason = run_engines(arena, ledger, options);
  if (reason) return reason;
  proved->plan = guard_plan(arena, p, ledger);
  return guard_program(arena, &llvm, &proved->plan, options->optimised, output, kept,
                       options->most, &proved->counts);
}
