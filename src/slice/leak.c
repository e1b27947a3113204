/* What leak checks depend on. A block of a site whose check is open is lost when no chain
 * of pointers leads to it any more, so everything is kept that puts a pointer to such a
 * block anywhere, that may overwrite one, that ends what may hold one, and every register
 * that may hold one; with a block that may hold such pointers come the pointers to it.
 * For `cleanup` it is enough to know what is made and freed, and where the program ends.
 */
#include "slice/slicer.h"

typedef Vec(PointsRange) Ranges;

typedef struct Leaks {
  Slice *s;
  Bitset blocks;  /* locations whose reachability matters */
  Bitset cleanup; /* and those that must be freed */
  Bitset holders; /* locations with a range in `held` */
  Ranges *held;   /* by location */
  bool holds;     /* something is held */
  bool anywhere;  /* a pointer may have been written anywhere */
  bool changed;
} Leaks;

static bool knows_nothing(PointsSet set) {
  return set.has_unknown && set.has_invalidated && set.has_null && !set.count;
}

static bool set_meets(PointsSet set, const Bitset *locations) {
  if (set.reached && knows_nothing(set)) return true;
  for (uint32_t i = 0; i < set.count; i++)
    if (bitset_has(locations, set.targets[i].location)) return true;
  return false;
}

static bool value_meets(const Leaks *l, Val v) {
  return set_meets(points_set_of(l->s->points, v), &l->blocks);
}

static bool is_held(const Leaks *l, const PointsRange *range) {
  const Ranges *held = &l->held[range->location];
  for (uint32_t i = 0; i < held->len; i++)
    if (slice_ranges_overlap(&held->data[i], range)) return true;
  return false;
}

static bool effect_meets(const Leaks *l, const PointsEffect *e) {
  if (e->any) return l->holds;
  for (uint32_t i = 0; i < e->count; i++)
    if (is_held(l, &e->ranges[i])) return true;
  return false;
}

static bool covers(const PointsRange *a, const PointsRange *b) {
  if (a->location != b->location || a->lo > b->lo || a->hi < b->hi) return false;
  return !a->stride || (a->stride == b->stride && a->size == b->size && a->lo == b->lo);
}

static void hold(Leaks *l, PointsRange range) {
  Ranges *held = &l->held[range.location];
  for (uint32_t i = 0; i < held->len; i++)
    if (covers(&held->data[i], &range)) return;
  vec_push(l->s->arena, held, range);
  bitset_add(&l->holders, range.location);
  l->holds = true;
  l->changed = true;
  if (points_location(l->s->points, range.location).kind == POINTS_HEAP)
    bitset_add(&l->blocks, range.location);
}

static void hold_whole(Leaks *l, Val maker) {
  uint32_t location = points_location_of_inst(l->s->points, maker);
  if (location != IR_NONE)
    hold(l, (PointsRange){.location = location, .hi = POINTS_UNBOUNDED});
}

static void hold_written(Leaks *l, Val v) {
  const PointsEffect *e = slice_memory_writes(l->s, v);
  if (e->any && !l->anywhere) l->anywhere = l->changed = true;
  for (uint32_t i = 0; i < e->count; i++) hold(l, e->ranges[i]);
}

/* Whether a variadic argument of some call of the function may be such a pointer. */
static bool variadic_meets(const Leaks *l, Fn fn) {
  const CallNode *node = callgraph_node(l->s->calls, fn);
  const Program *p = l->s->program;
  for (uint32_t i = 0; i < node->called_by.len; i++) {
    const Inst *call = ir_inst(p, l->s->calls->sites.data[node->called_by.data[i]].call);
    for (uint32_t n = ir_function(p, fn)->params.len + 1; n < call->arg_count; n++)
      if (value_meets(l, ir_arg(p, call, n))) return true;
  }
  return false;
}

/* Where pointers to the blocks may be. */
static void spread_from(Leaks *l, Val v) {
  const Program *p = l->s->program;
  const Inst *inst = ir_inst(p, v);
  switch (inst->op) {
  case OP_STORE:
    if (value_meets(l, ir_arg(p, inst, 0))) hold_written(l, v);
    break;
  case OP_COPY:
  case OP_MOVE:
  case OP_REALLOC: {
    PointsEffect e = points_reads(l->s->points, v);
    if (!effect_meets(l, &e)) break;
    if (inst->op == OP_REALLOC)
      hold_whole(l, v);
    else
      hold_written(l, v);
    break;
  }
  case OP_VARARGS:
    if (variadic_meets(l, ir_fn_of(p, v))) hold_whole(l, v);
    break;
  default: break;
  }
}

static void find_holders(Leaks *l) {
  do {
    l->changed = false;
    for (uint32_t v = 0; v < l->s->program->insts.len; v++)
      if (points_reached(l->s->points, (Val){v})) spread_from(l, (Val){v});
  } while (l->changed);
}

static void mark_inst(Leaks *l, Val v) {
  const Program *p = l->s->program;
  const Inst *inst = ir_inst(p, v);
  switch (inst->op) {
  case OP_ALLOC:
  case OP_REALLOC: {
    uint32_t location = points_location_of_inst(l->s->points, v);
    if (bitset_has(&l->blocks, location) || bitset_has(&l->cleanup, location))
      slice_mark_exec(l->s, v);
    if (inst->op == OP_ALLOC) return;
  } /* fall through */
  case OP_FREE:
  case OP_KILL: {
    PointsSet set = points_set_at(l->s->points, v, 0);
    if (set_meets(set, &l->blocks) || set_meets(set, &l->cleanup) ||
        set_meets(set, &l->holders))
      slice_mark_exec(l->s, v);
    return;
  }
  case OP_STORE:
  case OP_COPY:
  case OP_MOVE:
  case OP_FILL:
  case OP_FMTFLOAT:
    if (l->anywhere || effect_meets(l, slice_memory_writes(l->s, v)))
      slice_mark_full(l->s, v);
    return;
  case OP_SCOPE_END:
    if (bitset_has(&l->holders,
                   points_location_of_inst(l->s->points, ir_arg(p, inst, 0))))
      slice_mark_exec(l->s, v);
    return;
  case OP_HOLD: slice_mark_exec(l->s, v); return;
  default: return;
  }
}

static void mark_ends(Leaks *l) {
  const Program *p = l->s->program;
  for (uint32_t v = 0; v < p->insts.len; v++) {
    bool ends =
      p->insts.data[v].op == OP_EXIT || p->insts.data[v].op == OP_ABORT ||
      (p->insts.data[v].op == OP_RET && ir_fn_of(p, (Val){v}).id == p->entry.id);
    if (ends && points_function_reached(l->s->points, ir_fn_of(p, (Val){v})))
      slice_mark_exec(l->s, (Val){v});
  }
}

static bool find_sites(Leaks *l, const Ledger *ledger) {
  bool any = false;
  for (uint32_t i = 0; i < ledger->checks.len; i++) {
    const Check *check = &ledger->checks.data[i];
    if (check->status != CHECK_OPEN || !points_reached(l->s->points, check->at)) continue;
    if (check->kind != CHECK_LOST && check->kind != CHECK_CLEANUP) continue;
    uint32_t location = points_location_of_inst(l->s->points, check->at);
    if (location == IR_NONE) continue;
    bitset_add(check->kind == CHECK_LOST ? &l->blocks : &l->cleanup, location);
    any = true;
  }
  return any;
}

void slice_leak_mark(Slice *s, const Ledger *ledger) {
  uint32_t count = points_location_count(s->points);
  Leaks l = {.s = s,
             .blocks = bitset_new(s->arena, count),
             .cleanup = bitset_new(s->arena, count),
             .holders = bitset_new(s->arena, count),
             .held = arena_new_array(s->arena, Ranges, count + 1)};
  if (!find_sites(&l, ledger)) return;
  find_holders(&l);
  mark_ends(&l);
  for (uint32_t v = 0; v < s->program->insts.len; v++) {
    Val inst = {v};
    const Inst *i = ir_inst(s->program, inst);
    if (i->op != OP_PARAM && !points_reached(s->points, inst) && i->op != OP_PHI)
      continue;
    mark_inst(&l, inst);
    if (!type_is_void(i->type) && value_meets(&l, inst)) slice_mark_full(s, inst);
  }
}
