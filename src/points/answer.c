/* Runs the two modes, and what the last pass tells: for every access the pointer's set,
 * and whether it is safe (seed, section 3.2: nothing unknown, null or invalidated, and
 * the bytes fit behind every offset) or must fail. A check counts as safe when it is in
 * every context. */
#include "points/result.h"

/* ---- sets of sites ---- */

static ValueId to_sites(Points *points, const Analysis *a, ValueId v) {
  const Value *x = value_get(a->values, v);
  Target *targets = arena_new_array(points->arena, Target, x->count + 1);
  for (uint32_t i = 0; i < x->count; i++) {
    targets[i] = x->targets[i];
    targets[i].loc = a->locs.data[x->targets[i].loc].site;
  }
  ValueId flags = value_flags(points->values, x->flags);
  if (x->flags & VALUE_PLAIN)
    flags = value_with_plain(points->values, flags, x->lo, x->hi);
  ValueId all = value_with_targets(points->values, flags, targets, x->count);
  return all;
}

static ValueId join_sites(Points *points, const Analysis *a, ValueId old, ValueId v) {
  return value_join(points->values, old, to_sites(points, a, v));
}

/* ---- is it safe? ---- */

static bool kind_fits(const Analysis *a, uint32_t loc, unsigned kind) {
  const Site *site = loc_site(a, loc);
  if (kind & ACCESS_FREE) return site->kind == POINTS_HEAP || site->kind == POINTS_STATIC;
  if (site->kind == POINTS_FUNCTION) return false;
  if (site->kind != POINTS_GLOBAL || !(kind & ACCESS_WRITE)) return true;
  return !(a->program->globals.data[site->source].flags & GLOB_CONST);
}

/* The flat mode does not see objects die. */
static bool surely_alive(const Flow *f, Val pointer, uint32_t loc) {
  const Analysis *a = f->a;
  const Site *site = loc_site(a, loc);
  if (!a->flat) return true;
  if (site->kind == POINTS_GLOBAL) return true;
  if (site->kind == POINTS_HEAP) return !bitset_has(&a->freed, a->locs.data[loc].site);
  if (site->kind != POINTS_STACK) return false;
  for (int depth = 0; depth < 16 && val_is_inst(pointer); depth++) {
    const Inst *inst = ir_inst(a->program, pointer);
    if (inst->op == OP_ALLOCA)
      return pointer.id == site->source &&
             !bitset_has(&a->infos[f->c->fn.id].mortal, flow_local(f, pointer));
    if (inst->op != OP_ADDR) return false;
    pointer = ir_arg(a->program, inst, 0);
  }
  return false;
}

static bool target_safe(const Flow *f, Val pointer, const Target *t, int64_t bytes,
                        unsigned kind) {
  const Loc *loc = &f->a->locs.data[t->loc];
  if (!kind_fits(f->a, t->loc, kind) || !surely_alive(f, pointer, t->loc)) return false;
  if (kind & ACCESS_FREE) return t->lo == 0 && t->hi == 0;
  if (t->lo < 0 || target_unbounded_above(t)) return false;
  return (uint64_t)t->hi + (uint64_t)bytes <= loc->size_lo;
}

static bool targets_safe(const Flow *f, Val pointer, Span bytes, unsigned kind,
                         const Value *x) {
  for (uint32_t i = 0; i < x->count; i++)
    if (!target_safe(f, pointer, &x->targets[i], bytes.hi, kind)) return false;
  return true;
}

static bool access_safe(const Flow *f, Val pointer, Span bytes, unsigned kind,
                        ValueId v) {
  const Value *x = value_get(f->a->values, v);
  if (!(kind & ACCESS_FREE) && !bytes.lo && !bytes.hi) return true;
  bool null_only = x->flags == VALUE_PLAIN && !x->lo && !x->hi;
  if (x->flags && !((kind & ACCESS_FREE) && null_only)) return false;
  return bytes.lo >= 0 && targets_safe(f, pointer, bytes, kind, x);
}

/* A test of the address against 0 would make it safe. */
static bool access_but_null(const Flow *f, Val pointer, Span bytes, unsigned kind,
                            ValueId v) {
  const Value *x = value_get(f->a->values, v);
  if ((kind & ACCESS_FREE) || bytes.lo <= 0 || (x->flags & ~VALUE_PLAIN)) return false;
  bool low = !(x->flags & VALUE_PLAIN) || (x->lo >= 0 && x->hi < CHECK_NULL_ZONE);
  return low && targets_safe(f, pointer, bytes, kind, x);
}

/* ---- bounds: section 3.2 ---- */

static void add_bounds(Flow *f, Val pointer, PointsBounds *b, bool first) {
  const Program *p = f->a->program;
  for (int depth = 0; depth < 16 && val_is_inst(pointer); depth++) {
    const Inst *inst = ir_inst(p, pointer);
    if (inst->op != OP_ADDR) break;
    pointer = ir_arg(p, inst, 0);
    if (inst->arg_count > 1) break;
  }
  const Value *x = value_get(f->a->values, flow_value(f, pointer));
  bool known = !x->flags && x->count && (first || b->known) && !f->a->flat;
  if (first)
    *b = (PointsBounds){true, pointer, INT64_MAX, INT64_MIN, INT64_MAX, INT64_MIN};
  for (uint32_t i = 0; i < x->count && known; i++) {
    const Target *t = &x->targets[i];
    const Loc *loc = &f->a->locs.data[t->loc];
    known = t->lo == t->hi && loc->size_lo == loc->size_hi && loc->size_hi < INT64_MAX;
    if (!known) break;
    int64_t after = (int64_t)loc->size_hi - t->lo;
    if (t->lo < b->min_before) b->min_before = t->lo;
    if (t->lo > b->max_before) b->max_before = t->lo;
    if (after < b->min_after) b->min_after = after;
    if (after > b->max_after) b->max_after = after;
  }
  b->known = known;
}

/* ---- the observer ---- */

static Record *record_at(Points *points, Val inst, uint32_t operand, bool *first) {
  uint64_t *slot =
    map_at(points->arena, &points->records, (uint64_t)inst.id << 8 | operand);
  *first = !*slot;
  if (*first) {
    vec_push(points->arena, &points->all,
             (Record){.inst = inst,
                      .operand = operand,
                      .safe = true,
                      .but_null = true,
                      .fails = true,
                      .certain = true,
                      .bytes = {INT64_MAX, INT64_MIN, 1}});
    *slot = points->all.len;
  }
  return &points->all.data[*slot - 1];
}

void points_observe_access(Flow *f, uint32_t operand, Span bytes, unsigned kind,
                           const Access *access) {
  Points *points = f->a->observer->points;
  Val pointer = ir_arg(f->a->program, ir_inst(f->a->program, f->at), operand);
  bool first;
  Record *r = record_at(points, f->at, operand, &first);
  r->kind |= kind;
  r->safe &= access_safe(f, pointer, bytes, kind, access->value);
  r->but_null &= access_but_null(f, pointer, bytes, kind, access->value);
  bool can = access->reached || (bytes.lo <= 0 && bytes.hi >= 0 && !(kind & ACCESS_FREE));
  r->fails &= !can;
  r->certain &= access->certain;
  r->wild |= access->wild;
  r->set = join_sites(points, f->a, r->set, access->value);
  r->reached = join_sites(points, f->a, r->reached, access->reached);
  if (bytes.lo < r->bytes.lo) r->bytes.lo = bytes.lo;
  if (bytes.hi > r->bytes.hi) r->bytes.hi = bytes.hi;
  if (!(kind & ACCESS_FREE)) add_bounds(f, pointer, &r->bounds, first);
  const Value *reached = value_get(f->a->values, access->reached);
  for (uint32_t i = 0; i < reached->count; i++) {
    uint32_t loc = reached->targets[i].loc;
    if (kind & ACCESS_FREE) points->sites[f->a->locs.data[loc].site].freed = true;
    if (!f->a->flat && !flow_content(f, loc))
      f->a->gave_up = "a location without content was met";
  }
}

static Judgement *judge(Points *points, Val inst, CheckKind kind) {
  uint64_t *slot =
    map_at(points->arena, &points->judgements, (uint64_t)inst.id << 8 | kind);
  if (!*slot) {
    vec_push(points->arena, &points->judged, (Judgement){true, true});
    *slot = points->judged.len;
  }
  return &points->judged.data[*slot - 1];
}

/* Two places in one location: the same or apart, whatever the offsets are. */
static bool apart(const Analysis *a, const Target *x, const Target *y, int64_t n) {
  if (x->loc != y->loc)
    return !a->flat || a->locs.data[x->loc].site != a->locs.data[y->loc].site;
  if (x->lo == x->hi && y->lo == y->hi && x->lo == y->lo) return true;
  return x->lo >= y->hi + n || y->lo >= x->hi + n;
}

void points_observe_copy(Flow *f, const Access *to, const Access *from, Span bytes) {
  const Values *values = f->a->values;
  const Value *x = value_get(values, to->reached), *y = value_get(values, from->reached);
  bool safe = !to->wild && !from->wild;
  for (uint32_t i = 0; i < x->count && safe; i++)
    for (uint32_t k = 0; k < y->count && safe; k++)
      safe = apart(f->a, &x->targets[i], &y->targets[k], bytes.hi);
  Judgement *j = judge(f->a->observer->points, f->at, CHECK_OVERLAP);
  j->safe &= safe || bytes.hi <= 0;
  j->fails = false;
}

void points_observe_call(Flow *f, Val at, ValueId callee) {
  Points *points = f->a->observer->points;
  const Value *x = value_get(f->a->values, callee);
  bool first;
  Record *r = record_at(points, at, 0, &first);
  r->set = join_sites(points, f->a, r->set, callee);
  r->bytes = span_point(0);
  uint64_t *slot = map_at(points->arena, &points->callees, at.id);
  if (!*slot) {
    vec_push(points->arena, &points->callee_lists, (VecU32){0});
    *slot = points->callee_lists.len;
  }
  VecU32 *list = &points->callee_lists.data[*slot - 1];
  bool good = false, bad = x->flags != 0;
  for (uint32_t i = 0; i < x->count; i++) {
    const Target *t = &x->targets[i];
    bool function = loc_site(f->a, t->loc)->kind == POINTS_FUNCTION;
    bad |= !function || t->lo || t->hi;
    if (!function || t->lo > 0 || t->hi < 0) continue;
    good = true;
    uint32_t k = 0;
    while (k < list->len && list->data[k] < t->loc) k++;
    if (k < list->len && list->data[k] == t->loc) continue;
    vec_push(points->arena, list, 0);
    memmove(list->data + k + 1, list->data + k, (list->len - 1 - k) * sizeof *list->data);
    list->data[k] = t->loc;
  }
  bool wild = value_may_be_wild(f->a->values, callee);
  if (wild) map_set(points->arena, &points->callee_open, at.id, 1);
  r->safe &= !bad;
  r->fails &= !good && !wild;
}

typedef struct AtEnd {
  Points *points;
  Flow *f;
} AtEnd;

static void note_alive(void *context, uint32_t loc, uint32_t content) {
  (void)content;
  AtEnd *e = context;
  e->points->sites[e->f->a->locs.data[loc].site].at_end = true;
}

void points_observe_end(Flow *f) {
  Points *points = f->a->observer->points;
  AtEnd e = {points, f};
  pmap_each(f->a->mems, f->s.mem, note_alive, &e);
  const Touch *touch = &f->a->touch[f->c->fn.id];
  bool whole = f->c->parent == CONTEXT_NONE && !f->c->callers.len;
  for (uint32_t s = 0; s < f->a->sites.len && !whole; s++)
    if (!bitset_has(&touch->sites, s)) points->sites[s].at_end = true;
}

void points_observe_define(Flow *f, Val v, ValueId value) {
  Points *points = f->a->observer->points;
  points->sets[v.id] = join_sites(points, f->a, points->sets[v.id], value);
}

/* ---- signed overflow, which the intervals decide for free ---- */

typedef __int128 Wide;

static bool fits(Wide lo, Wide hi, unsigned bits) {
  return lo >= int_min_of(bits) && hi <= int_max_of(bits);
}

static bool product_fits(Span x, Span y, unsigned bits) {
  Wide lows[] = {(Wide)x.lo * y.lo, (Wide)x.lo * y.hi, (Wide)x.hi * y.lo,
                 (Wide)x.hi * y.hi};
  for (int i = 0; i < 4; i++)
    if (!fits(lows[i], lows[i], bits)) return false;
  return true;
}

static bool overflow_free(Flow *f, const Inst *inst) {
  const Program *p = f->a->program;
  Span x = flow_span(f, ir_arg(p, inst, 0)), y = flow_span(f, ir_arg(p, inst, 1));
  unsigned bits = ir_type_bits(p, inst->type);
  if (bits > 64 || bits == 1) return false;
  switch (inst->op) {
  case OP_ADD: return fits((Wide)x.lo + y.lo, (Wide)x.hi + y.hi, bits);
  case OP_SUB: return fits((Wide)x.lo - y.hi, (Wide)x.hi - y.lo, bits);
  case OP_MUL: return product_fits(x, y, bits);
  case OP_SHL:
    return y.lo >= 0 && y.hi < (int64_t)bits && y.hi < 62 &&
           product_fits(x, span_point((int64_t)1 << y.hi), bits);
  default: /* division: MIN / -1 */
    return x.lo > int_min_of(bits) || y.lo > -1 || y.hi < -1;
  }
}

void points_observe_instruction(Flow *f, Val at) {
  Points *points = f->a->observer->points;
  const Inst *inst = ir_inst(f->a->program, at);
  bitset_add(&points->reached, at.id);
  bool divides = inst->op == OP_SDIV || inst->op == OP_SREM;
  bool sums =
    inst->op == OP_ADD || inst->op == OP_SUB || inst->op == OP_MUL || inst->op == OP_SHL;
  if (!divides && !(sums && (inst->flags & INST_NSW))) return;
  Judgement *j = judge(points, at, CHECK_OVERFLOW);
  j->safe &= overflow_free(f, inst);
  j->fails = false;
}

/* ---- the whole ---- */

static void forget_observed(Points *points) {
  const Program *p = points->program;
  Arena *arena = points->arena;
  points->values = values_new(arena, p->ptr_bits);
  points->sets = arena_new_array(arena, ValueId, p->insts.len);
  points->reached = bitset_new(arena, p->insts.len);
  points->records = points->judgements = points->callees = points->callee_open = (Map){0};
  vec_clear(&points->all);
  vec_clear(&points->judged);
  vec_clear(&points->callee_lists);
  points->sites = arena_new_array(arena, SiteInfo, points->flat->sites.len);
}

static void describe_sites(Points *points, const Analysis *a) {
  for (uint32_t s = 0; s < a->sites.len; s++) points->sites[s].size_lo = UINT64_MAX;
  for (uint32_t i = 0; i < a->locs.len; i++) {
    const Loc *loc = &a->locs.data[i];
    SiteInfo *site = &points->sites[loc->site];
    site->locs++;
    site->several |= loc->summary;
    site->made = true;
    if (loc->size_lo < site->size_lo) site->size_lo = loc->size_lo;
    if (loc->size_hi > site->size_hi) site->size_hi = loc->size_hi;
    if (a->flat) site->freed = bitset_has(&a->freed, loc->site);
  }
}

static void observe(Points *points, Analysis *a) {
  forget_observed(points);
  points->observer.points = points;
  a->observer = &points->observer;
  if (a->flat)
    flat_observe(a);
  else
    flow_observe(a);
  a->observer = NULL;
  describe_sites(points, a);
}

/* After a last pass that was none. */
enum { MORE_RUNS = 4 };

static uint64_t default_limit(const Program *p) {
  return 150000000 + 1500 * (uint64_t)p->insts.len;
}

Points *points_analyse(const Program *p, Arena *arena, const PointsOptions *options) {
  Points *points = arena_new_object(arena, Points);
  points->arena = arena;
  points->program = p;
  if (options) points->options = *options;
  Analysis *flat = analysis_new(p, arena, &points->options, NULL);
  points->flat = points->flow = flat;
  flat_run(flat);
  if (flat->gave_up) {
    points->useless = true;
    points->reason = flat->gave_up;
    forget_observed(points);
    return points;
  }
  touch_compute(flat);
  if (!points->options.flat) {
    equal_compute(flat);
    Analysis *flow = analysis_new(p, arena, &points->options, flat);
    flow->limit = points->options.limit ? points->options.limit : default_limit(p);
    flow_run(flow);
    if (!flow->gave_up) observe(points, flow);
    for (int i = 0; i < MORE_RUNS && flow->gave_up == analysis_unsettled; i++) {
      flow_run_on(flow);
      if (!flow->gave_up) observe(points, flow);
    }
    if (!flow->gave_up) points->flow = flow;
    points->reason = flow->gave_up;
  } else {
    points->reason = "the order of execution was not asked for";
  }
  if (points->flow == flat) observe(points, flat);
  return points;
}
