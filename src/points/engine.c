/* The engine: closes the checks that the points-to sets decide. */
#include "points/result.h"

static void close_check(EngineRun *run, const Points *points, CheckId id) {
  const Check *check = ledger_check(run->ledger, id);
  if (check->status != CHECK_OPEN) return;
  PointsAnswer answer = points_check(points, check->kind, check->at);
  if (answer.verdict == POINTS_SAFE)
    engine_safe(run, id, answer.evidence);
  else if (answer.verdict == POINTS_FAIL)
    engine_suspect(run, id, answer.evidence);
  else if (answer.but_null)
    engine_safe_but_null(run, id, answer.evidence);
  else if (answer.evidence)
    engine_unknown(run, id, answer.evidence);
}

static void run(EngineRun *run) {
  PointsOptions options = {.limit = run->options->max_steps,
                           .malloc_may_fail = run->options->malloc_may_fail};
  Points *points = points_analyse(run->program, run->arena, &options);
  const char *reason;
  if (!points_is_precise(points, &reason)) engine_gave_up(run, reason);
  for (uint32_t i = 0; i < run->ledger->checks.len; i++)
    close_check(run, points, (CheckId){i});
  PointsEffort effort = points_effort(points);
  engine_statistic(run, "points.contexts", effort.contexts);
  engine_statistic(run, "points.evaluated", (double)effort.instructions);
  engine_statistic(run, "points.locations", effort.locations);
  engine_statistic(run, "points.values", effort.values);
  engine_statistic(run, "points.ticks", (double)effort.ticks);
}

const Engine points_engine = {
  .name = "points",
  .help = "points-to sets in the order of execution, with the lives of objects",
  .proves = true,
  .run = run,
};
