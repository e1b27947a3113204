/* Checks of the ledger, by the points-to sets. */
#include "points/result.h"

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

static PointsAnswer safe(const char *evidence) {
  return (PointsAnswer){POINTS_SAFE, false, evidence};
}
static PointsAnswer open_because(const char *why) {
  return (PointsAnswer){POINTS_OPEN, false, why};
}

static PointsAnswer check_access(const Points *points, CheckKind kind, Val at) {
  const Inst *inst = ir_inst(points->program, at);
  PointsAccess access = points_deref(points, at, operand_of(inst, kind));
  const char *text = access.evidence;
  if (access.verdict == POINTS_FAIL)
    text = arena_printf(points->arena, "broken if reached: %s", text);
  if (access.verdict == POINTS_OPEN)
    text = arena_printf(points->arena, "may be %s", text);
  bool but_null = access.verdict == POINTS_OPEN && access.but_null;
  return (PointsAnswer){access.verdict, but_null, text};
}

static PointsAnswer check_judged(const Points *points, CheckKind kind, Val at,
                                 const char *evidence) {
  const Judgement *j = points_judgement(points, at, kind);
  if (!j) return safe("never reached");
  return j->safe ? safe(evidence) : open_because(NULL);
}

static PointsAnswer check_leak(const Points *points, CheckKind kind, Val at) {
  uint32_t site = points_location_of_inst(points, at);
  if (kind == CHECK_CLEANUP && !points_site_at_end(points, site))
    return safe("freed on every way to the end of the program");
  return open_because(NULL);
}

PointsAnswer points_check(const Points *points, CheckKind kind, Val at) {
  if (points->useless) return open_because(points->reason);
  if (!points_function_reached(points, ir_fn_of(points->program, at)))
    return safe("its function is never called");
  if (!points_reached(points, at)) return safe("never reached");
  switch (kind) {
  case CHECK_READ:
  case CHECK_WRITE:
  case CHECK_FREE:
  case CHECK_CALLEE: return check_access(points, kind, at);
  case CHECK_OVERLAP:
    return check_judged(points, kind, at, "the two places are apart or the same");
  case CHECK_OVERFLOW:
    return check_judged(points, kind, at, "the range of the result fits");
  case CHECK_LOST:
  case CHECK_CLEANUP: return check_leak(points, kind, at);
  default: return open_because(NULL);
  }
}
