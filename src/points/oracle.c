/* Compares the answers with a run of the reference interpreter: validity of points-to
 * sets as the seed's section 3.4 has it, and of "safe". */
#include "ir/interp.h"
#include "points/result.h"

typedef struct Oracle {
  const Points *points;
  Arena *arena;
  const char *found;
} Oracle;

static void contradict(Oracle *o, Val at, const char *what, const RunValue *seen) {
  if (o->found) return;
  VecChar set = {0};
  points_print_set(o->points, o->points->sets[at.id], span_point(0), o->arena, &set);
  const char *target = "a number";
  if (seen->has_object)
    target =
      arena_printf(o->arena, "%s object from %u, offset %lld",
                   seen->alive ? "live" : "dead", seen->source, (long long)seen->offset);
  o->found = arena_printf(
    o->arena, "instruction %u at %s: %s: %s%s (%lld) is not in %s", at.id,
    ir_pos_text(o->points->program, ir_inst(o->points->program, at)->pos, o->arena), what,
    target, seen->undef ? ", undefined" : "", (long long)seen->bits, set.data);
}

static uint32_t site_of_object(const Oracle *o, const RunValue *seen) {
  const Program *p = o->points->program;
  if (seen->kind == OBJECT_FUNCTION) return seen->source;
  if (seen->kind == OBJECT_GLOBAL) return p->functions.len + seen->source;
  return o->points->flat->site_of_inst[seen->source];
}

static bool has_target(const Value *v, uint32_t site, int64_t offset) {
  for (uint32_t i = 0; i < v->count; i++) {
    const Target *t = &v->targets[i];
    if (t->loc != site) continue;
    bool low = target_unbounded_below(t) || offset >= t->lo;
    bool high = target_unbounded_above(t) || offset <= t->hi;
    if (low && high && (!t->stride || (offset - t->lo) % t->stride == 0)) return true;
  }
  return false;
}

static bool has_number(const Value *v, uint64_t bits, unsigned width) {
  unsigned up = 64 - width;
  int64_t number = width == 1 ? (int64_t)(bits & 1) : (int64_t)(bits << up) >> up;
  return (v->flags & VALUE_PLAIN) && v->lo <= number && number <= v->hi;
}

static void see(void *context, const RunValue *seen) {
  Oracle *o = context;
  const Points *points = o->points;
  const Inst *inst = ir_inst(points->program, seen->at);
  unsigned width = ir_type_bits(points->program, inst->type);
  ValueId id = points->sets[seen->at.id];
  const Value *v = value_get(points->values, id);
  bool wild = value_may_be_wild(points->values, id);
  if (o->found || type_is_float(inst->type) || type_is_void(inst->type) || width > 64)
    return;
  if (!id) {
    contradict(o, seen->at, "never reached", seen);
    return;
  }
  bool number = has_number(v, seen->bits, width);
  if (seen->undef) {
    if (!(v->flags & VALUE_UNINIT) && !number && !wild)
      contradict(o, seen->at, "uninitialised", seen);
    return;
  }
  bool flat = points->flow == points->flat;
  bool narrow = width < points->program->ptr_bits;
  if (!seen->has_object) {
    if (!number) contradict(o, seen->at, "number", seen);
  } else if (!seen->alive) {
    bool known = (v->flags & VALUE_INVALID) || wild || (narrow && number) || flat;
    if (!known) contradict(o, seen->at, "dead object", seen);
  } else if (!wild && !(narrow && number) &&
             !has_target(v, site_of_object(o, seen), seen->offset)) {
    contradict(o, seen->at, "target", seen);
  }
}

static void judge_end(Oracle *o, const RunResult *result) {
  if (result->end != RUN_VIOLATION || o->found) return;
  const Violation *violation = &result->violation;
  PointsAnswer answer = points_check(o->points, violation->kind, violation->at);
  if (answer.verdict != POINTS_SAFE) return;
  o->found = arena_printf(
    o->arena, "instruction %u at %s: the check `%s` is broken (%s) but called safe: %s",
    violation->at.id,
    ir_pos_text(o->points->program, ir_inst(o->points->program, violation->at)->pos,
                o->arena),
    check_text(violation->kind), cause_text(violation->cause), answer.evidence);
}

const char *points_contradiction(const Points *points, const Inputs *inputs,
                                 uint64_t max_steps, Arena *arena) {
  if (points->useless) return NULL;
  Oracle o = {points, arena, NULL};
  for (int mode = 0; mode < 2 && !o.found; mode++) {
    RunOptions options = {.inputs = inputs,
                          .max_steps = max_steps,
                          .check_overlap = true,
                          .max_memory = (uint64_t)1 << 28,
                          .malloc_may_fail = points->options.malloc_may_fail};
    options.check_overflow = options.check_cleanup = mode == 1;
    if (mode == 0) options.trace = see;
    options.trace_context = &o;
    RunResult result = interp_run(points->program, arena, &options);
    judge_end(&o, &result);
  }
  return o.found;
}
