/* See pipeline.h. The strategy: the engines close what they can, cheapest first, until
 * nothing is left to decide or no time is left. */
#include "cli/pipeline.h"

#include <math.h>

#include "base/log.h"
#include "cli/budget.h"
#include "ledger/verdict.h"
#include "slice/slice.h"

/* Less than this is not worth a process. */
#define LEAST_SECONDS 0.05
/* Of the time that is left, for the replay of what an engine finds. */
#define REPLAY_SHARE 0.1

static bool decided(const Ledger *ledger, PropertySet properties, Arena *arena) {
  return verdict_of(ledger, properties, NULL, 0, arena).kind != VERDICT_UNKNOWN;
}

/* Engines first .. first + count - 1, which run side by side. The last one of all gets
 * what the others leave. */
static void set_budgets(const PipelineOptions *options, uint32_t first, uint32_t count,
                        EngineBudget *budgets) {
  double left = budget_left() * (1 - REPLAY_SHARE), given = 0;
  for (uint32_t i = 0; i < count; i++) {
    const EngineRow *row = options->engines.data[first + i];
    bool last = first + i + 1 == options->engines.len;
    double seconds = last ? left - given : left * row->share / count;
    if (!last && row->most > 0) seconds = fmin(seconds, row->most);
    given += seconds;
    budgets[i] = (EngineBudget){.memory = options->memory};
    if (isfinite(seconds)) budgets[i].cpu_seconds = fmax(seconds, LEAST_SECONDS);
  }
}

static void log_result(const EngineReport *report, const EngineBudget *budget) {
  const EngineResult *result = &report->result;
  LOG(PIPELINE,
      "%s: %.2f of %.2f s, %u safe, %u broken, %u suspect, %u not confirmed: %s",
      report->engine->name, result->cpu_seconds, budget->cpu_seconds, result->safe,
      result->broken, result->suspect, result->unconfirmed,
      result->reason ? result->reason : "done");
}

static void run_engines(Arena *arena, Outcome *outcome, const PipelineOptions *options,
                        uint32_t first, uint32_t count) {
  EngineBudget *budgets = arena_new_array(arena, EngineBudget, count);
  EngineResult *results = arena_new_array(arena, EngineResult, count);
  const Engine **engines = arena_new_array(arena, const Engine *, count);
  EngineOptions engine_options = options->engine;
  engine_options.slice = slice_for_ledger;
  if (isfinite(budget_left()))
    engine_options.replay_seconds = budget_left() * REPLAY_SHARE;
  set_budgets(options, first, count, budgets);
  for (uint32_t i = 0; i < count; i++)
    engines[i] = options->engines.data[first + i]->engine;
  engine_run_all(engines, budgets, count, count, outcome->ledger, &engine_options,
                 results);
  for (uint32_t i = 0; i < count; i++) {
    vec_push(arena, &outcome->reports, (EngineReport){engines[i], results[i]});
    log_result(&vec_last(&outcome->reports), &budgets[i]);
  }
}

Outcome pipeline_run(Arena *arena, Ledger *ledger, const PipelineOptions *options) {
  Outcome outcome = {.ledger = ledger};
  uint32_t count = options->engines.len, batch = options->jobs;
  for (uint32_t first = 0; first < count; first += batch) {
    if (decided(ledger, options->engine.properties, arena)) break;
    outcome.out_of_time = budget_left() < LEAST_SECONDS;
    if (outcome.out_of_time) break;
    guard_limit_time();
    run_engines(arena, &outcome, options, first,
                count - first < batch ? count - first : batch);
  }
  return outcome;
}
