/* The engine: closes the checks that the points-to sets decide. */
#include "points/result.h"

typedef struct Closing {
  EngineRun *run;
  const Points *points;
} Closing;

/* ---- accesses ---- */

/* The operand through which an instruction does what the check is about. */
static uint32_t operand_of(const Inst *inst, CheckKind kind) {
  switch (inst->op) {
  case OP_STORE: return 1;
  case OP_COPY:
  case OP_MOVE: return kind == CHECK_READ ? 1 : 0;
  case OP_FMTFLOAT: return kind == CHECK_READ ? 3 : 0;
  case OP_OUTPUT: return 1;
  default: return 0;
  }
}

static void close_access(Closing *c, CheckId id, const Check *check) {
  const Inst *inst = ir_inst(c->run->program, check->at);
  PointsAccess access = points_deref(c->points, check->at, operand_of(inst, check->kind));
  if (access.verdict == POINTS_SAFE)
    engine_safe(c->run, id, access.evidence);
  else if (access.verdict == POINTS_FAIL)
    engine_suspect(c->run, id,
                   arena_printf(c->run->arena, "broken if reached: %s", access.evidence));
  else
    engine_unknown(c->run, id, arena_printf(c->run->arena, "may be %s", access.evidence));
}

static void close_judged(Closing *c, CheckId id, const Check *check, const char *evidence) {
  const Judgement *j = points_judgement(c->points, check->at, check->kind);
  if (!j) engine_safe(c->run, id, "never reached");
  else if (j->safe) engine_safe(c->run, id, evidence);
}

/* ---- leaks ---- */

static void close_leak(Closing *c, CheckId id, const Check *check) {
  uint32_t site = points_location_of_inst(c->points, check->at);
  if (!points_reached(c->points, check->at)) {
    engine_safe(c->run, id, "never reached");
    return;
  }
  if (check->kind == CHECK_CLEANUP && !points_site_at_end(c->points, site))
    engine_safe(c->run, id, "freed on every way to the end of the program");
}

static void close_check(Closing *c, CheckId id) {
  const Check *check = ledger_check(c->run->ledger, id);
  if (check->status != CHECK_OPEN) return;
  Fn fn = ir_fn_of(c->run->program, check->at);
  if (!points_function_reached(c->points, fn)) {
    engine_safe(c->run, id, "its function is never called");
    return;
  }
  switch (check->kind) {
  case CHECK_READ:
  case CHECK_WRITE:
  case CHECK_FREE:
  case CHECK_CALLEE: close_access(c, id, check); break;
  case CHECK_OVERLAP: close_judged(c, id, check, "the two places are apart or the same"); break;
  case CHECK_OVERFLOW: close_judged(c, id, check, "the range of the result fits"); break;
  case CHECK_LOST:
  case CHECK_CLEANUP: close_leak(c, id, check); break;
  default: break;
  }
}

static void run(EngineRun *run) {
  PointsOptions options = {.limit = run->options->max_steps,
                           .malloc_may_fail = run->options->malloc_may_fail};
  Points *points = points_analyse(run->program, run->arena, &options);
  const char *reason;
  if (points->useless) {
    engine_gave_up(run, points->reason);
    return;
  }
  if (!points_is_precise(points, &reason)) engine_gave_up(run, reason);
  Closing c = {run, points};
  for (uint32_t i = 0; i < run->ledger->checks.len; i++) close_check(&c, (CheckId){i});
  engine_statistic(run, "points.contexts", points->flow->contexts.len);
  engine_statistic(run, "points.ticks", (double)(points->flow->ticks + points->flow->values->ticks));
}

const Engine points_engine = {
  .name = "points",
  .help = "points-to sets in the order of execution, with the lives of objects",
  .proves = true,
  .run = run,
};
