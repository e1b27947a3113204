/* Which bytes of which locations an instruction, a call or a function may read and write.
 */
#include <stdlib.h>

#include "points/result.h"

/* More ranges of one location than this become one. */
#define RANGES_A_LOCATION 12
/* So many ranges are added before they are put in order. */
#define SETTLE_AFTER 65536

typedef struct Effect {
  Vec(PointsRange) ranges; /* by location, then offset; as added until it is settled */
  bool any;
} Effect;

struct Effects {
  const Callgraph *calls;
  Effect *reads, *writes; /* by component of the call graph, what it calls included */
};

/* ---- sets of ranges ---- */

static int range_order(const void *first, const void *second) {
  const PointsRange *a = first, *b = second;
  if (a->location != b->location) return a->location < b->location ? -1 : 1;
  if (a->lo != b->lo) return a->lo < b->lo ? -1 : 1;
  if (a->hi != b->hi) return a->hi < b->hi ? -1 : 1;
  if (a->stride != b->stride) return a->stride < b->stride ? -1 : 1;
  return a->size < b->size ? -1 : a->size > b->size;
}

/* An effect that is written in order: `from` is where its last location starts. */
typedef struct Writer {
  Arena *arena;
  Effect *into;
  uint32_t from;
} Writer;

static bool is_covered(const Writer *w, const PointsRange *r) {
  for (uint32_t i = w->from; i < w->into->ranges.len; i++) {
    const PointsRange *other = &w->into->ranges.data[i];
    if (!other->stride && other->lo <= r->lo && other->hi >= r->hi && !other->surely)
      return true;
  }
  return false;
}

static void join_location(Writer *w) {
  PointsRange *all = &w->into->ranges.data[w->from];
  for (uint32_t i = w->from + 1; i < w->into->ranges.len; i++)
    if (w->into->ranges.data[i].hi > all->hi) all->hi = w->into->ranges.data[i].hi;
  all->stride = all->size = 0;
  all->surely = false;
  w->into->ranges.len = w->from + 1;
}

static void write_range(Writer *w, const PointsRange *r) {
  Effect *e = w->into;
  PointsRange *last = e->ranges.len ? &vec_last(&e->ranges) : NULL;
  if (last && last->location != r->location) w->from = e->ranges.len;
  if (last && !range_order(last, r)) {
    last->surely &= r->surely;
    return;
  }
  if (is_covered(w, r)) return;
  vec_push(w->arena, &e->ranges, *r);
  if (e->ranges.len - w->from > RANGES_A_LOCATION) join_location(w);
}

static bool is_ordered(const Effect *e) {
  for (uint32_t i = 1; i < e->ranges.len; i++)
    if (range_order(&e->ranges.data[i - 1], &e->ranges.data[i]) >= 0) return false;
  return true;
}

/* Sorts what was added, each once. */
static void settle(Arena *arena, Effect *effect) {
  Effect settled = {.any = effect->any};
  Writer w = {arena, &settled, 0};
  if (!is_ordered(effect))
    qsort(effect->ranges.data, effect->ranges.len, sizeof(PointsRange), range_order);
  for (uint32_t i = 0; i < effect->ranges.len; i++)
    write_range(&w, &effect->ranges.data[i]);
  *effect = settled;
}

/* Of settled ones. */
static Effect merged(Arena *arena, const Effect *a, const Effect *b) {
  Effect into = {.any = a->any || b->any};
  Writer w = {arena, &into, 0};
  uint32_t i = 0, j = 0;
  while (i < a->ranges.len || j < b->ranges.len) {
    bool first =
      j == b->ranges.len ||
      (i < a->ranges.len && range_order(&a->ranges.data[i], &b->ranges.data[j]) <= 0);
    write_range(&w, first ? &a->ranges.data[i++] : &b->ranges.data[j++]);
  }
  return into;
}

/* ---- what one instruction does ---- */

/* Adds up effects. A set of targets is added once for each number of bytes. */
typedef struct Gather {
  const Points *points;
  Arena *arena;
  bool writes;
  Effect effect;
  uint32_t settle_at;
  Map seen;    /* set << 32 | bytes -> 1 */
  Map reaches; /* address of a Reach -> 1 */
} Gather;

static void add_range(Gather *g, PointsRange r) {
  vec_push(g->arena, &g->effect.ranges, r);
  if (g->effect.ranges.len < g->settle_at + SETTLE_AFTER) return;
  settle(g->arena, &g->effect);
  g->settle_at = 2 * g->effect.ranges.len;
}

static bool is_new(Gather *g, Map *seen, uint64_t key) {
  uint64_t *place = map_at(g->arena, seen, key);
  return !(*place)++;
}

static bool one_object(const Points *points, uint32_t site) {
  return points_location(points, site).single;
}

static void add_whole(Gather *g, uint32_t site, bool surely) {
  PointsLocation l = points_location(g->points, site);
  int64_t last =
    l.size_hi > (uint64_t)OFFSET_LIMIT ? OFFSET_LIMIT : (int64_t)l.size_hi - 1;
  if (last < 0) return;
  add_range(g, (PointsRange){.location = site, .hi = last, .surely = surely && l.single});
}

static void add_reached(Gather *g, const Reach *reach) {
  const Analysis *flat = g->points->flat;
  if (!is_new(g, &g->reaches, (uintptr_t)reach)) return;
  if (reach->calls_back && reach != &flat->exposed) g->effect.any = true;
  bitset_each(&reach->sites, s) if (flat->sites.data[s].kind != POINTS_FUNCTION)
    add_whole(g, s, false);
}

static void add_record(Gather *g, const Record *r) {
  const Points *points = g->points;
  const Value *v = value_get(points->values, r->reached);
  int64_t n = r->bytes.hi < OFFSET_LIMIT ? r->bytes.hi : OFFSET_LIMIT;
  if (r->wild) add_reached(g, &points->flat->exposed);
  if (n <= 0) return;
  if (n <= UINT32_MAX && !is_new(g, &g->seen, (uint64_t)r->reached << 32 | (uint64_t)n))
    return;
  for (uint32_t i = 0; i < v->count; i++) {
    const Target *t = &v->targets[i];
    PointsRange range = {.location = t->loc, .lo = t->lo, .hi = t->hi + n - 1};
    if (t->stride && n < t->stride) range.stride = t->stride, range.size = (uint32_t)n;
    range.surely = r->certain && !r->wild && v->count == 1 && one_object(points, t->loc);
    add_range(g, range);
  }
}

/* Unknown functions that a call may reach. */
static void add_unknown_callees(Gather *g, Val call) {
  uint32_t count;
  bool unknown;
  const uint32_t *callees = points_callees(g->points, call, &count, &unknown);
  for (uint32_t i = 0; i < count; i++)
    if (!ir_function_has_body(ir_function(g->points->program, (Fn){callees[i]})))
      add_reached(g, analysis_reach(g->points->flat, (Fn){callees[i]}));
  if (unknown && map_has(&g->points->callee_open, call.id))
    add_reached(g, &g->points->flat->outside);
}

static void add_made(Gather *g, Val v, const Inst *inst) {
  uint32_t site = g->points->flat->site_of_inst[v.id];
  if (site != LOC_NONE) add_whole(g, site, true);
  if (inst->op != OP_SCOPE_BEGIN) return;
  Val alloca = ir_arg(g->points->program, inst, 0);
  add_whole(g, g->points->flat->site_of_inst[alloca.id], true);
}

static void add_old_block(Gather *g, Val v) {
  const Record *old = points_record(g->points, v, 0);
  const Value *from = old ? value_get(g->points->values, old->reached) : NULL;
  for (uint32_t i = 0; from && i < from->count; i++)
    add_whole(g, from->targets[i].loc, false);
}

/* Without known functions that run below a call. */
static void add_inst(Gather *g, Val v) {
  const Points *points = g->points;
  const Inst *inst = ir_inst(points->program, v);
  if (!points_reached(points, v)) return;
  if (points->useless) g->effect.any = true;
  for (uint32_t n = 0; n < inst->arg_count && n < 4; n++) {
    const Record *r = points_record(points, v, n);
    if (r && (r->kind & (g->writes ? ACCESS_WRITE : ACCESS_READ))) add_record(g, r);
  }
  if (g->writes) add_made(g, v, inst);
  if (inst->op == OP_REALLOC && !g->writes) add_old_block(g, v);
  if (inst->op == OP_OPAQUE) add_reached(g, &points->flat->outside);
  if (inst->op == OP_CALL) add_unknown_callees(g, v);
}

/* ---- functions ---- */

static void add_function(Gather *g, Fn fn) {
  const Function *function = ir_function(g->points->program, fn);
  for (uint32_t i = 0; i < function->inst_count; i++)
    add_inst(g, (Val){function->first + i});
}

static void clear_surely(Effect *e) {
  for (uint32_t i = 0; i < e->ranges.len; i++) e->ranges.data[i].surely = false;
}

/* Effects of the components below, as far as calls of the function go there. */
static void add_callees(Gather *g, const Callgraph *calls, uint32_t fn,
                        const Effect *below, Map *called) {
  const CallNode *node = &calls->nodes[fn];
  for (uint32_t i = 0; i < node->sites.len; i++) {
    uint32_t count;
    bool unknown;
    Val call = calls->sites.data[node->sites.data[i]].call;
    const uint32_t *callees = points_callees(g->points, call, &count, &unknown);
    for (uint32_t c = 0; c < count; c++) {
      uint32_t other = calls->nodes[callees[c]].component;
      if (other != node->component && is_new(g, called, other))
        g->effect = merged(g->arena, &g->effect, &below[other]);
    }
  }
}

static Effect effect_of_component(const Points *points, const Callgraph *calls,
                                  uint32_t component, const Effect *below, bool writes) {
  Row members = rows_at(&calls->components.members, component);
  Gather g = {.points = points, .arena = points->arena, .writes = writes};
  Map called = {0};
  for (uint32_t i = 0; i < members.len; i++) add_function(&g, (Fn){members.items[i]});
  clear_surely(&g.effect);
  settle(g.arena, &g.effect);
  for (uint32_t i = 0; i < members.len; i++)
    add_callees(&g, calls, members.items[i], below, &called);
  return g.effect;
}

static const struct Effects *effects_of(const Points *points) {
  if (points->effects) return points->effects;
  Arena *arena = points->arena;
  CallResolver resolver = points_resolver(points);
  struct Effects *e = arena_new_object(arena, struct Effects);
  e->calls = callgraph_new(points->program, arena, &resolver);
  uint32_t count = e->calls->components.count;
  e->reads = arena_new_array(arena, Effect, count + 1);
  e->writes = arena_new_array(arena, Effect, count + 1);
  for (uint32_t c = 0; c < count; c++) {
    e->reads[c] = effect_of_component(points, e->calls, c, e->reads, false);
    e->writes[c] = effect_of_component(points, e->calls, c, e->writes, true);
  }
  return ((Points *)points)->effects = e;
}

static PointsEffect effect_of(const Effect *e) {
  return (PointsEffect){e->any, e->ranges.len, e->ranges.data};
}

static PointsEffect of_inst(const Points *points, Val v, bool writes) {
  Gather g = {.points = points, .arena = points->arena, .writes = writes};
  add_inst(&g, v);
  settle(g.arena, &g.effect);
  if (ir_inst(points->program, v)->op != OP_CALL) return effect_of(&g.effect);
  const struct Effects *e = effects_of(points);
  uint32_t count;
  bool unknown;
  const uint32_t *callees = points_callees(points, v, &count, &unknown);
  for (uint32_t i = 0; i < count; i++) {
    const Effect *of = writes ? e->writes : e->reads;
    g.effect = merged(g.arena, &g.effect, &of[e->calls->nodes[callees[i]].component]);
  }
  return effect_of(&g.effect);
}

PointsEffect points_reads(const Points *points, Val inst) {
  return of_inst(points, inst, false);
}

PointsEffect points_writes(const Points *points, Val inst) {
  return of_inst(points, inst, true);
}

PointsEffect points_function_writes(const Points *points, Fn fn) {
  const struct Effects *e = effects_of(points);
  return effect_of(&e->writes[e->calls->nodes[fn.id].component]);
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
