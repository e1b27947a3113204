/* Sets of graphs at the points where paths meet: join and abstraction at loop heads, no
 * more than what is covered already elsewhere (section 5). */
#include "base/log.h"
#include "shape/exec.h"
#include "shape/text.h"

/* ---- points ---- */

uint32_t shape_rank(Exec *x, Val at) {
  const Inst *i = ir_inst(x->program, at);
  const Block *b = ir_block(x->program, i->block);
  const FunctionInfo *info = shape_function(x, b->fn);
  uint32_t inside = at.id - b->first;
  return info->rank[cfg_local(info->cfg, i->block)] << 12 |
         (inside > 4095 ? 4095 : inside);
}

static uint32_t point_at(Exec *x, uint32_t context, Val at, uint8_t merge) {
  uint64_t key = (uint64_t)context << 32 | at.id;
  uint64_t *found = map_find(&x->point_of, key);
  if (found) return (uint32_t)*found;
  Point point = {.context = context, .at = at, .merge = merge};
  const VecU32 *path = &x->contexts.data[context].path;
  for (uint32_t i = 0; i < path->len; i++) vec_push(x->arena, &point.path, path->data[i]);
  vec_push(x->arena, &point.path, shape_rank(x, at));
  vec_push(x->arena, &x->points, point);
  map_set(x->arena, &x->point_of, key, x->points.len - 1);
  return x->points.len - 1;
}

/* After everything inside the call. */
uint32_t shape_exit_point(Exec *x, uint32_t context) {
  Point point = {
    .context = context, .at = VAL_NONE, .merge = MERGE_JOIN, .returns = true};
  const VecU32 *path = &x->contexts.data[context].path;
  for (uint32_t i = 0; i < path->len; i++) vec_push(x->arena, &point.path, path->data[i]);
  vec_push(x->arena, &point.path, UINT32_MAX);
  vec_push(x->arena, &x->points, point);
  return x->points.len - 1;
}

/* ---- registers that nobody needs any more ---- */

static bool is_needed(const Exec *x, const FunctionInfo *info, Val v, Val at) {
  const Inst *i = ir_inst(x->program, at);
  const Block *b = ir_block(x->program, i->block);
  bool starts = at.id == b->first || ir_inst(x->program, (Val){at.id - 1})->op == OP_PHI;
  if (!starts) return live_is_after(info->live, v, (Val){at.id - 1});
  if (live_in(info->live, i->block, v)) return true;
  const Inst *maker = ir_inst(x->program, v);
  return maker->op == OP_PHI && maker->block.id == i->block.id &&
         live_uses(info->live, v).len > 0;
}

static bool is_held(const Program *p, Val hold, Val v) {
  if (val_none(hold)) return false;
  const Inst *i = ir_inst(p, hold);
  for (uint32_t n = 0; n < i->arg_count; n++)
    if (val_eq(ir_arg(p, i, n), v)) return true;
  return false;
}

/* Leaves what is needed at `at` and what `hold` names. */
static void prune(Exec *x, Graph *g, Val at, Val hold) {
  ShapeObject *o = graph_object(g, vec_last(&g->frames));
  Fn fn = {o->source};
  const FunctionInfo *info = shape_function(x, fn);
  uint32_t first = ir_function(x->program, fn)->first, kept = 0;
  for (uint32_t i = 0; i < o->field_count; i++) {
    ShapeField f = o->fields[i];
    uint32_t local = f.offset / 2;
    Val v = {first + local};
    bool kept_still =
      local >= SHAPE_VARARGS || is_needed(x, info, v, at) || is_held(x->program, hold, v);
    if (!kept_still) continue;
    o->fields[kept++] = f;
  }
  o->field_count = kept;
}

void shape_prune(Exec *x, Graph *g, Val at) {
  const Block *b = ir_block(x->program, ir_inst(x->program, at)->block);
  const FunctionInfo *info = shape_function(x, b->fn);
  if (!info->ends[cfg_local(info->cfg, ir_inst(x->program, at)->block)])
    prune(x, g, at, VAL_NONE);
}

void shape_hold(Exec *x, Graph *g, Val hold, Val at) {
  prune(x, g, (Val){at.id + 1}, hold);
}

/* ---- lost blocks ---- */

static void note_lost(void *context, const Graph *g, uint32_t object) {
  Exec *x = context;
  SiteSet sites = sites_at(x->sites, graph_object(g, object)->sites);
  for (uint32_t i = 0; i < sites.count; i++) {
    shape_fail(x, CHECK_LOST, (Val){sites.sites[i]});
    shape_fail(x, CHECK_CLEANUP, (Val){sites.sites[i]}); /* nobody can free it */
  }
}

Graph *shape_collect(Exec *x, Graph *g) {
  if (x->precision->forgets) reads_forget(x->reads, x->sites, g);
  return graph_compact(x->scratch, g, note_lost, x);
}

void shape_end_path(Exec *x, Graph *g) { shape_collect(x, g); }

/* ---- sets of graphs ---- */

/* Nodes with different small numbers are kept apart unless there are many. */
static Graph *abstracted(Exec *x, const Point *point, Graph *g) {
  JoinOptions options = x->join;
  g = graph_abstract(g, &options, x->lengths);
  uint32_t blocks = 0;
  for (uint32_t i = 1; i < g->objects.len; i++)
    blocks += graph_object(g, i)->place == PLACE_HEAP && !graph_object(g, i)->level;
  if (blocks <= x->precision->blocks && point->live <= x->precision->apart) return g;
  options.exact_bound = -1;
  return graph_abstract(g, &options, x->lengths);
}

Graph *shape_try_join(Exec *x, const Graph *old, const Graph *new, JoinStatus *status) {
  x->joins++;
  x->join.insert_first = false;
  Graph *joined = graph_join(x->scratch, old, new, &x->join, status);
  if (joined) return joined;
  x->join.insert_first = true;
  joined = graph_join(x->scratch, old, new, &x->join, status);
  x->join.insert_first = false;
  return joined;
}

static void drop_state(Point *point, PointState *s) {
  if (!s->done) point->pending--;
  s->dead = s->done = true;
  point->live--;
}

typedef enum Fate { FATE_COVERED, FATE_NEW, FATE_CHANGED } Fate;

static bool is_covered(JoinStatus status) {
  return status == JOIN_EQUAL || status == JOIN_FIRST;
}

/* Those that went into others count as well: once they were many, they are. */
static uint32_t count_alike(const Point *point, uint64_t likeness) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < point->states.len; i++)
    count += point->states.data[i].likeness == likeness;
  return count;
}

/* Numbers are not kept apart any more. */
void shape_join_numbers(Exec *x) {
  x->join.loose = true;
  x->join.exact_bound = -1;
}

/* Compares the graph with those that are there; it may grow by one of them. */
static Fate absorb(Exec *x, Point *point, Graph **g) {
  uint64_t likeness = graph_likeness(*g);
  bool many_alike = count_alike(point, likeness) > x->precision->alike;
  bool loop = point->merge == MERGE_LOOP || point->live > x->precision->exact;
  JoinOptions careful = x->join;
  for (uint32_t i = 0; i < point->states.len; i++) {
    PointState *s = &point->states.data[i];
    if (s->dead) continue;
    JoinStatus status;
    bool alike = many_alike && s->likeness == likeness, joins = loop || alike;
    if (alike) shape_join_numbers(x);
    Graph *joined = shape_try_join(x, s->g, *g, &status);
    x->join = careful;
    if (!joined) continue;
    if (is_covered(status)) return FATE_COVERED;
    if (status == JOIN_SECOND) {
      drop_state(point, s);
    } else if (joins) {
      drop_state(point, s);
      *g = graph_compact(x->scratch, joined, NULL, NULL);
      return FATE_CHANGED;
    }
  }
  return FATE_NEW;
}

static bool is_there(const Point *point, const Graph *g) {
  for (uint32_t i = 0; i < point->states.len; i++)
    if (!point->states.data[i].dead && graph_equal(point->states.data[i].g, g))
      return true;
  return false;
}

/* `--log shape`: every graph that is new at a point. */
static void log_state(Exec *x, const Point *point, const Graph *g) {
  if (!log_is_on(LOG_SHAPE)) return;
  const Function *f = ir_function(x->program, x->contexts.data[point->context].fn);
  const char *where = "return";
  if (!point->returns)
    where = ir_pos_text(x->program, ir_inst(x->program, point->at)->pos, x->scratch);
  VecChar text = {0};
  graph_print(g, x->scratch, &text);
  vec_push(x->scratch, &text, 0);
  LOG(SHAPE, "%s#%u %s, graph %u of %u\n%s", ir_text(x->program, f->name), point->context,
      where, point->states.len, point->live, text.data);
}

static void add_state(Exec *x, uint32_t index, Graph *g) {
  Point *point = &x->points.data[index];
  bool many = point->live > x->precision->exact;
  x->join.loose = many;
  x->join.exact_bound = many ? 0 : x->precision->exact_bound;
  if (point->live > 3 * x->precision->exact) x->join.exact_bound = -1;
  Fate fate = FATE_CHANGED;
  while (fate == FATE_CHANGED) {
    shape_check_graph(g, "join, abstraction or return at", point->at);
    if (is_there(point, g)) return;
    fate = absorb(x, point, &g);
    if (fate == FATE_CHANGED && point->merge == MERGE_LOOP) g = abstracted(x, point, g);
  }
  if (fate == FATE_COVERED) return;
  log_state(x, point, g);
  PointState s = {.g = graph_compact(x->arena, g, NULL, NULL)};
  s.likeness = graph_likeness(s.g);
  vec_push(x->arena, &point->states, s);
  point->live++;
  if (point->pending++ == 0) vec_push(x->arena, &x->active, index);
  x->states++;
}

Graph *shape_abstract(Exec *x, Graph *g) {
  JoinOptions options = x->join;
  return graph_abstract(g, &options, x->lengths);
}

void shape_join_precisely(Exec *x) {
  x->join.loose = false;
  x->join.exact_bound = x->precision->exact_bound;
}

void shape_arrive_exit(Exec *x, Graph *g) {
  g = shape_collect(x, g);
  shape_join_precisely(x);
  CallContext *context = &x->contexts.data[g->context];
  Point *point = &x->points.data[context->exits];
  if (x->functions[context->fn.id].recursive) point->merge = MERGE_LOOP;
  if (point->merge == MERGE_LOOP) g = abstracted(x, point, g);
  add_state(x, context->exits, g);
}

void shape_arrive(Exec *x, Graph *g, Val at, uint8_t merge) {
  if (merge == MERGE_NOT) {
    shape_push(x, g, at);
    return;
  }
  shape_prune(x, g, at);
  g = shape_collect(x, g);
  shape_join_precisely(x);
  uint32_t point = point_at(x, g->context, at, merge);
  if (merge == MERGE_LOOP) g = abstracted(x, &x->points.data[point], g);
  add_state(x, point, g);
}

/* ---- what to do next ---- */

static int compare_paths(const VecU32 *a, const VecU32 *b) {
  for (uint32_t i = 0; i < a->len && i < b->len; i++)
    if (a->data[i] != b->data[i]) return a->data[i] < b->data[i] ? -1 : 1;
  return a->len > b->len ? -1 : a->len < b->len;
}

static uint32_t choose(Exec *x) {
  uint32_t best = SHAPE_NONE, kept = 0;
  for (uint32_t i = 0; i < x->active.len; i++) {
    uint32_t index = x->active.data[i];
    Point *point = &x->points.data[index];
    if (point->pending == 0) continue;
    x->active.data[kept++] = index;
    if (best == SHAPE_NONE || compare_paths(&point->path, &x->points.data[best].path) < 0)
      best = index;
  }
  x->active.len = kept;
  return best;
}

static bool take(Exec *x, uint32_t index) {
  Point *point = &x->points.data[index];
  for (uint32_t i = 0; i < point->states.len; i++) {
    PointState *s = &point->states.data[i];
    if (s->done) continue;
    s->done = true;
    point->pending--;
    if (point->returns)
      shape_give_back(x, point->context, s->g);
    else
      shape_push(x, graph_copy(x->scratch, s->g), point->at);
    return true;
  }
  return false;
}

bool shape_next(Exec *x) {
  uint32_t index = choose(x);
  if (index == SHAPE_NONE) return false;
  return take(x, index);
}
