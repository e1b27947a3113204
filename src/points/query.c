/* The questions of points.h, except what is read and written (effects.c). */
#include "points/result.h"

bool points_is_precise(const Points *points, const char **reason) {
  if (reason) *reason = points->reason;
  return !points->reason;
}

PointsEffort points_effort(const Points *points) {
  const Analysis *a = points->flow;
  return (PointsEffort){.contexts = a->contexts.len,
                        .locations = a->locs.len,
                        .values = a->values->all.len,
                        .instructions = a->ticks,
                        .ticks = analysis_work(a)};
}

/* ---- locations ---- */

uint32_t points_location_count(const Points *points) { return points->flat->sites.len; }

PointsLocation points_location(const Points *points, uint32_t location) {
  const Site *site = &points->flat->sites.data[location];
  const SiteInfo *info = &points->sites[location];
  PointsLocation l = {.kind = (PointsKind)site->kind,
                      .inst = VAL_NONE,
                      .global = {IR_NONE},
                      .function = FN_NONE};
  if (site->kind == POINTS_FUNCTION)
    l.function.id = site->source;
  else if (site->kind == POINTS_GLOBAL)
    l.global.id = site->source;
  else
    l.inst.id = site->source;
  bool fixed = site->kind <= POINTS_GLOBAL;
  bool flat = points->flow == points->flat;
  l.single = fixed || (!flat && info->locs == 1 && !info->several);
  l.size_lo = info->made ? info->size_lo : 0;
  l.size_hi = info->made && info->size_hi < INT64_MAX ? info->size_hi : UINT64_MAX;
  if (l.size_lo > l.size_hi) l.size_lo = l.size_hi;
  l.freed = info->freed || points->useless;
  l.escapes = points->useless || bitset_has(&points->flat->outside.sites, location) ||
              bitset_has(&points->flat->library.sites, location);
  l.exposed = points->useless || bitset_has(&points->flat->exposed.sites, location);
  l.made = fixed || info->made || points->useless;
  return l;
}

uint32_t points_location_of_global(const Points *points, Glob g) {
  return points->program->functions.len + g.id;
}

uint32_t points_location_of_function(const Points *points, Fn f) {
  return (void)points, f.id;
}

uint32_t points_location_of_inst(const Points *points, Val inst) {
  return val_is_inst(inst) ? points->flat->site_of_inst[inst.id] : IR_NONE;
}

static const char *made_by(const Inst *inst) {
  switch (inst->op) {
  case OP_VARARGS: return "variadic arguments";
  case OP_REALLOC: return "realloc";
  case OP_ALLOC: return inst->flags & INST_STATIC ? "static block" : "malloc";
  default: return "local";
  }
}

const char *points_location_text(const Points *points, uint32_t location, Arena *arena) {
  const Program *p = points->program;
  const Site *site = &points->flat->sites.data[location];
  if (site->kind == POINTS_FUNCTION)
    return arena_printf(arena, "%s()", ir_text(p, p->functions.data[site->source].name));
  if (site->kind == POINTS_GLOBAL) return ir_text(p, p->globals.data[site->source].name);
  const Inst *inst = ir_inst(p, (Val){site->source});
  const char *name = ir_text(p, inst->name);
  if (site->kind == POINTS_STACK && *name) return name;
  const Pos *pos = ir_pos(p, inst->pos);
  if (pos->line) return arena_printf(arena, "%s:%u", made_by(inst), pos->line);
  return arena_printf(arena, "%s#%u", made_by(inst), site->source);
}

/* ---- sets ---- */

static PointsSet set_from(const Points *points, ValueId id) {
  const Value *v = value_get(points->values, id);
  PointsSet set = {.reached = id != VALUE_NOTHING, .count = v->count};
  set.has_null = value_may_be_null(points->values, id);
  set.has_wild = value_may_be_wild(points->values, id);
  set.has_uninitialised = v->flags & VALUE_UNINIT;
  set.has_unknown = set.has_wild || set.has_uninitialised;
  set.has_invalidated = v->flags & VALUE_INVALID;
  PointsTarget *targets = arena_new_array(points->arena, PointsTarget, v->count + 1);
  for (uint32_t i = 0; i < v->count; i++) {
    const Target *t = &v->targets[i];
    targets[i] = (PointsTarget){t->loc, t->stride, t->lo, t->hi};
  }
  set.targets = targets;
  return set;
}

static PointsSet set_unknown(void) {
  return (PointsSet){.has_null = true,
                     .has_unknown = true,
                     .has_wild = true,
                     .has_uninitialised = true,
                     .has_invalidated = true,
                     .reached = true};
}

static ValueId const_set(const Points *points, Val v) {
  const Const *c = ir_const(points->program, v);
  int64_t number;
  switch ((ConstKind)c->kind) {
  case CONST_GLOBAL: {
    uint32_t site = points->program->functions.len + c->index;
    return value_target(points->values,
                        target_make(site, (int64_t)c->lo, (int64_t)c->lo, 0));
  }
  case CONST_FUNC: return value_target(points->values, target_make(c->index, 0, 0, 0));
  case CONST_UNDEF: return VALUE_UNINITIALISED;
  default:
    if (!ir_const_int(points->program, v, &number)) return VALUE_ANYTHING;
    return value_int(points->values, number, number);
  }
}

PointsSet points_set_of(const Points *points, Val value) {
  if (points->useless || val_none(value)) return set_unknown();
  if (val_is_const(value)) return set_from(points, const_set(points, value));
  return set_from(points, points->sets[value.id]);
}

const Record *points_record(const Points *points, Val inst, uint32_t operand) {
  uint64_t id = map_get(&points->records, (uint64_t)inst.id << 8 | operand, 0);
  return id ? &points->all.data[id - 1] : NULL;
}

const Judgement *points_judgement(const Points *points, Val inst, CheckKind kind) {
  uint64_t id = map_get(&points->judgements, (uint64_t)inst.id << 8 | kind, 0);
  return id ? &points->judged.data[id - 1] : NULL;
}

PointsSet points_set_at(const Points *points, Val inst, uint32_t operand) {
  if (points->useless) return set_unknown();
  const Record *r = points_record(points, inst, operand);
  if (r) return set_from(points, r->set);
  if (!bitset_has(&points->reached, inst.id)) return (PointsSet){0};
  const Inst *i = ir_inst(points->program, inst);
  return operand < i->arg_count
           ? points_set_of(points, ir_arg(points->program, i, operand))
           : set_unknown();
}

/* ---- accesses ---- */

static bool only_kind(const Points *points, ValueId id, PointsKind kind) {
  const Value *v = value_get(points->values, id);
  if ((v->flags & VALUE_UNINIT) || value_may_be_wild(points->values, id)) return false;
  for (uint32_t i = 0; i < v->count; i++) {
    uint8_t k = points->flat->sites.data[v->targets[i].loc].kind;
    if (k != kind) return false;
  }
  return true;
}

static const char *why(const Points *points, const Record *r) {
  VecChar out = {0};
  points_print_set(points, r->set, r->bytes, points->arena, &out);
  if (r->safe) vec_printf(points->arena, &out, ", alive");
  return out.data;
}

bool points_reached(const Points *points, Val inst) {
  return points->useless || bitset_has(&points->reached, inst.id);
}

bool points_function_reached(const Points *points, Fn fn) {
  const Function *function = ir_function(points->program, fn);
  if (!ir_function_has_body(function)) return true;
  const Block *entry = ir_block(points->program, (Blk){function->first_block});
  if (entry->count == 1) { /* only its terminator, which the observer does not see */
    for (uint32_t i = 0; i < points->flow->contexts.len; i++)
      if (points->flow->contexts.data[i]->fn.id == fn.id &&
          points->flow->contexts.data[i]->entered)
        return true;
    return points->useless;
  }
  return points_reached(points, (Val){entry->first});
}

PointsAccess points_deref(const Points *points, Val inst, uint32_t operand) {
  if (points->useless)
    return (PointsAccess){.verdict = POINTS_OPEN, .evidence = points->reason};
  const Record *r = points_record(points, inst, operand);
  if (!r)
    return (PointsAccess){.verdict = POINTS_SAFE,
                          .evidence = "never reached",
                          .heap_only = true,
                          .stack_only = true,
                          .globals_only = true};
  PointsAccess a = {.bounds = r->bounds};
  a.verdict = r->safe ? POINTS_SAFE : r->fails ? POINTS_FAIL : POINTS_OPEN;
  if (points->flow == points->flat && a.verdict == POINTS_FAIL) a.verdict = POINTS_OPEN;
  a.but_null = r->but_null;
  a.heap_only = only_kind(points, r->set, POINTS_HEAP);
  a.stack_only = only_kind(points, r->set, POINTS_STACK);
  a.globals_only = only_kind(points, r->set, POINTS_GLOBAL);
  a.evidence = why(points, r);
  return a;
}

bool points_may_leak(const Points *points, uint32_t location) {
  return points->flat->sites.data[location].kind == POINTS_HEAP &&
         points_site_at_end(points, location);
}

bool points_site_at_end(const Points *points, uint32_t site) {
  return points->flow == points->flat || points->useless || points->sites[site].at_end;
}

/* ---- calls ---- */

const uint32_t *points_callees(const Points *points, Val call, uint32_t *count,
                               bool *unknown) {
  uint64_t id = map_get(&points->callees, call.id, 0);
  *unknown = points->useless || map_has(&points->callee_open, call.id);
  *count = 0;
  if (points->useless || !id) return NULL;
  const VecU32 *list = &points->callee_lists.data[id - 1];
  *count = list->len;
  for (uint32_t i = 0; i < list->len; i++)
    if (!ir_function_has_body(ir_function(points->program, (Fn){list->data[i]})))
      *unknown = true;
  return list->data;
}

static bool resolve(void *context, const Program *p, Val call, Arena *arena,
                    VecU32 *targets) {
  const Points *points = context;
  uint32_t count;
  bool unknown;
  const uint32_t *list = points_callees(points, call, &count, &unknown);
  for (uint32_t i = 0; i < count; i++) vec_push(arena, targets, list[i]);
  if (!unknown) return true;
  ir_each_function(p, fn) if (ir_function(p, fn)->flags & FN_ADDRESS_TAKEN)
    vec_push(arena, targets, fn.id);
  return false;
}

CallResolver points_resolver(const Points *points) {
  return (CallResolver){resolve, (void *)points};
}
