/* Which bytes of which locations an instruction, a call or a function may read and write.
 */
#include "points/result.h"

/* More ranges of one location than this become one. */
#define RANGES_A_LOCATION 12

typedef Vec(PointsRange) Ranges;

typedef struct Effect {
  Ranges ranges;
  bool any;
} Effect;

struct Effects {
  Effect *reads, *writes; /* by function, what it calls included */
};

static int range_order(const PointsRange *a, const PointsRange *b) {
  if (a->location != b->location) return a->location < b->location ? -1 : 1;
  if (a->lo != b->lo) return a->lo < b->lo ? -1 : 1;
  if (a->hi != b->hi) return a->hi < b->hi ? -1 : 1;
  if (a->stride != b->stride) return a->stride < b->stride ? -1 : 1;
  return a->size < b->size ? -1 : a->size > b->size;
}

static void merge_location(Ranges *ranges, uint32_t from, uint32_t to) {
  PointsRange *all = &ranges->data[from];
  for (uint32_t i = from + 1; i < to; i++) {
    const PointsRange *r = &ranges->data[i];
    if (r->lo < all->lo) all->lo = r->lo;
    if (r->hi > all->hi) all->hi = r->hi;
  }
  all->stride = all->size = 0;
  all->surely = false;
  memmove(&ranges->data[from + 1], &ranges->data[to],
          (ranges->len - to) * sizeof *ranges->data);
  ranges->len -= to - from - 1;
}

/* Whether it was not there yet. */
static bool add_range(Arena *arena, Ranges *ranges, PointsRange r) {
  uint32_t low = 0, high = ranges->len;
  while (low < high) {
    uint32_t middle = (low + high) / 2;
    if (range_order(&ranges->data[middle], &r) < 0)
      low = middle + 1;
    else
      high = middle;
  }
  if (low < ranges->len && !range_order(&ranges->data[low], &r)) {
    ranges->data[low].surely &= r.surely;
    return false;
  }
  uint32_t from = low, to = low;
  while (from && ranges->data[from - 1].location == r.location) from--;
  while (to < ranges->len && ranges->data[to].location == r.location) to++;
  for (uint32_t i = from; i < to; i++) {
    const PointsRange *other = &ranges->data[i];
    if (!other->stride && other->lo <= r.lo && other->hi >= r.hi && !other->surely)
      return false;
  }
  vec_push(arena, ranges, r);
  memmove(&ranges->data[low + 1], &ranges->data[low],
          (ranges->len - 1 - low) * sizeof *ranges->data);
  ranges->data[low] = r;
  if (to + 1 - from > RANGES_A_LOCATION) merge_location(ranges, from, to + 1);
  return true;
}

static bool one_object(const Points *points, uint32_t site) {
  return points_location(points, site).single;
}

static void add_whole(const Points *points, Arena *arena, uint32_t site, Effect *effect) {
  PointsLocation l = points_location(points, site);
  int64_t last =
    l.size_hi > (uint64_t)OFFSET_LIMIT ? OFFSET_LIMIT : (int64_t)l.size_hi - 1;
  if (last < 0) return;
  add_range(arena, &effect->ranges,
            (PointsRange){.location = site, .hi = last, .surely = l.single});
}

static void add_reached(const Points *points, Arena *arena, const Reach *reach,
                        Effect *effect) {
  if (reach->calls_back && reach != &points->flat->exposed) effect->any = true;
  bitset_each(&reach->sites, s) if (points->flat->sites.data[s].kind != POINTS_FUNCTION)
    add_whole(points, arena, s, effect);
  for (uint32_t i = 0; i < effect->ranges.len; i++) effect->ranges.data[i].surely = false;
}

static void add_record(const Points *points, Arena *arena, const Record *r,
                       Effect *effect) {
  const Value *v = value_get(points->values, r->reached);
  if (r->wild) add_reached(points, arena, &points->flat->exposed, effect);
  for (uint32_t i = 0; i < v->count; i++) {
    const Target *t = &v->targets[i];
    int64_t n = r->bytes.hi < OFFSET_LIMIT ? r->bytes.hi : OFFSET_LIMIT;
    PointsRange range = {.location = t->loc, .lo = t->lo, .hi = t->hi + n - 1};
    if (n <= 0) continue;
    if (t->stride && n < t->stride) range.stride = t->stride, range.size = (uint32_t)n;
    range.surely = r->certain && v->count == 1 && one_object(points, t->loc);
    add_range(arena, &effect->ranges, range);
  }
}

static bool merge(Arena *arena, Effect *into, const Effect *from) {
  bool grew = from->any && !into->any;
  into->any |= from->any;
  for (uint32_t i = 0; i < from->ranges.len; i++) {
    PointsRange r = from->ranges.data[i];
    r.surely = false;
    grew |= add_range(arena, &into->ranges, r);
  }
  return grew;
}

static void add_callees(const Points *points, Arena *arena, Val call, bool writes,
                        Effect *effect) {
  uint32_t count;
  bool unknown;
  const uint32_t *callees = points_callees(points, call, &count, &unknown);
  for (uint32_t i = 0; i < count; i++) {
    Fn fn = {callees[i]};
    if (!ir_function_has_body(ir_function(points->program, fn)))
      add_reached(points, arena, analysis_reach(points->flat, fn), effect);
    else if (points->effects)
      merge(arena, effect,
            &(writes ? points->effects->writes : points->effects->reads)[fn.id]);
  }
  if (unknown && map_has(&points->callee_open, call.id))
    add_reached(points, arena, &points->flat->outside, effect);
}

/* Without what runs below a call. */
static void add_inst(const Points *points, Arena *arena, Val v, bool writes,
                     Effect *effect) {
  const Inst *inst = ir_inst(points->program, v);
  if (!points_reached(points, v)) return;
  if (points->useless) effect->any = true;
  for (uint32_t n = 0; n < inst->arg_count && n < 4; n++) {
    const Record *r = points_record(points, v, n);
    if (r && (r->kind & (writes ? ACCESS_WRITE : ACCESS_READ)))
      add_record(points, arena, r, effect);
  }
  uint32_t site = points->flat->site_of_inst[v.id];
  if (writes && site != LOC_NONE) add_whole(points, arena, site, effect);
  if (writes && inst->op == OP_SCOPE_BEGIN)
    add_whole(points, arena,
              points->flat->site_of_inst[ir_arg(points->program, inst, 0).id], effect);
  const Record *old =
    inst->op == OP_REALLOC && !writes ? points_record(points, v, 0) : NULL;
  const Value *from = old ? value_get(points->values, old->reached) : NULL;
  for (uint32_t i = 0; from && i < from->count; i++)
    add_whole(points, arena, from->targets[i].loc, effect);
  if (inst->op == OP_OPAQUE) add_reached(points, arena, &points->flat->outside, effect);
}

/* When the effects of functions grew and were last passed on, in visits of functions. */
typedef struct Clock {
  uint32_t now;
  uint32_t *grew, *visited; /* by function; 0: not yet */
} Clock;

static bool pass_on(Arena *arena, Effect *effects, uint32_t caller, uint32_t callee) {
  if (caller == callee) return false;
  return merge(arena, &effects[caller], &effects[callee]);
}

/* What the callees of one call do, as far as it is new. */
static bool pass_on_call(const Points *points, Val call, uint32_t fn,
                         const Clock *clock) {
  struct Effects *e = points->effects;
  Arena *arena = points->arena;
  bool first = !clock->visited[fn], unknown, grew = false;
  uint32_t count;
  const uint32_t *callees = points_callees(points, call, &count, &unknown);
  for (uint32_t i = 0; i < count; i++) {
    if (!ir_function_has_body(ir_function(points->program, (Fn){callees[i]}))) continue;
    if (!first && clock->grew[callees[i]] < clock->visited[fn]) continue;
    grew |= pass_on(arena, e->reads, fn, callees[i]);
    grew |= pass_on(arena, e->writes, fn, callees[i]);
  }
  return grew;
}

static void visit(const Points *points, uint32_t fn, Clock *clock) {
  const Callgraph *g = points->flat->callgraph;
  const CallNode *node = &g->nodes[fn];
  bool grew = !clock->visited[fn];
  for (uint32_t i = 0; i < node->sites.len; i++)
    grew |= pass_on_call(points, g->sites.data[node->sites.data[i]].call, fn, clock);
  clock->visited[fn] = ++clock->now;
  if (grew) clock->grew[fn] = clock->now;
}

static void add_body(const Points *points, Fn fn, struct Effects *e) {
  const Function *function = ir_function(points->program, fn);
  Arena *arena = points->arena;
  for (uint32_t i = 0; i < function->inst_count; i++) {
    Val v = {function->first + i};
    add_inst(points, arena, v, false, &e->reads[fn.id]);
    add_inst(points, arena, v, true, &e->writes[fn.id]);
    if (ir_inst(points->program, v)->op != OP_CALL) continue;
    /* Of functions without a body; the others are not known yet. */
    add_callees(points, arena, v, false, &e->reads[fn.id]);
    add_callees(points, arena, v, true, &e->writes[fn.id]);
  }
}

static void make_effects(Points *points) {
  const Program *p = points->program;
  Arena *arena = points->arena;
  struct Effects *e = arena_new_object(arena, struct Effects);
  e->reads = arena_new_array(arena, Effect, p->functions.len);
  e->writes = arena_new_array(arena, Effect, p->functions.len);
  ir_each_function(p, fn) add_body(points, fn, e);
  points->effects = e;
  Clock clock = {.grew = arena_new_array(arena, uint32_t, p->functions.len),
                 .visited = arena_new_array(arena, uint32_t, p->functions.len)};
  const VecU32 *order = &points->flat->callgraph->bottom_up;
  for (uint32_t last = 1; last;) {
    uint32_t start = clock.now;
    last = 0;
    for (uint32_t i = 0; i < order->len; i++) {
      visit(points, order->data[i], &clock);
      if (clock.grew[order->data[i]] > start) last = clock.now;
    }
  }
}

static PointsEffect effect_of(const Effect *e) {
  return (PointsEffect){e->any, e->ranges.len, e->ranges.data};
}

static PointsEffect of_inst(const Points *points, Val v, bool writes) {
  if (!points->effects) make_effects((Points *)points);
  Effect e = {0};
  add_inst(points, points->arena, v, writes, &e);
  if (ir_inst(points->program, v)->op == OP_CALL)
    add_callees(points, points->arena, v, writes, &e);
  return effect_of(&e);
}

PointsEffect points_reads(const Points *points, Val inst) {
  return of_inst(points, inst, false);
}

PointsEffect points_writes(const Points *points, Val inst) {
  return of_inst(points, inst, true);
}

PointsEffect points_function_reads(const Points *points, Fn fn) {
  if (!points->effects) make_effects((Points *)points);
  return effect_of(&points->effects->reads[fn.id]);
}

PointsEffect points_function_writes(const Points *points, Fn fn) {
  if (!points->effects) make_effects((Points *)points);
  return effect_of(&points->effects->writes[fn.id]);
}

const uint32_t *points_function_lives(const Points *points, Fn fn, uint32_t *count,
                                      bool *any) {
  VecU32 list = {0};
  *count = 0;
  *any = points->useless;
  if (points->useless) return NULL;
  const Touch *touch = &points->flat->touch[fn.id];
  bitset_each(&touch->lives, s) vec_push(points->arena, &list, s);
  *count = list.len;
  return list.data;
}
