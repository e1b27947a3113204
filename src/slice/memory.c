/* Reaching definitions, byte by byte and on demand: from an instruction that reads some
 * bytes of a location backwards to everything that may have written them last, until a
 * write that surely replaced them all. A walk goes into calls that may write them and, at
 * the start of a function, on in its callers (not for a function entered from its end:
 * what is before the call is found at the call). The life of an object is one more byte
 * of its location, written by what makes and ends it. A block is walked through once for
 * each range of bytes, whoever asks. There is a limit: what is asked for beyond it gets
 * all that may ever write the bytes. */
#include "slice/slicer.h"

/* So many blocks are walked through; beyond that the order of execution does not count.
 */
#define STEPS_LEAST 4000000
#define STEPS_AN_INST 200

/* ---- ranges ---- */

static uint64_t gcd(uint64_t a, uint64_t b) {
  while (b) {
    uint64_t rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

/* Strided ranges with a common period: whether their residues meet. */
static bool residues_meet(const PointsRange *a, const PointsRange *b) {
  if (!a->stride && !b->stride) return true;
  uint64_t size_a = a->stride ? a->size : (uint64_t)(a->hi - a->lo) + 1;
  uint64_t size_b = b->stride ? b->size : (uint64_t)(b->hi - b->lo) + 1;
  uint64_t period = gcd(a->stride, b->stride);
  if (size_a >= period || size_b >= period) return true;
  int64_t apart = (b->lo - a->lo) % (int64_t)period;
  uint64_t gap = (uint64_t)(apart < 0 ? apart + (int64_t)period : apart);
  return gap < size_a || gap + size_b > period;
}

bool slice_ranges_overlap(const PointsRange *a, const PointsRange *b) {
  return a->location == b->location && a->lo <= b->hi && b->lo <= a->hi &&
         residues_meet(a, b);
}

/* ---- keys ---- */

static bool same_key(const Key *a, const Key *b) {
  const PointsRange *x = &a->range, *y = &b->range;
  return a->location == b->location && a->life == b->life && x->lo == y->lo &&
         x->hi == y->hi && x->stride == y->stride && x->size == y->size;
}

static uint32_t key_id(Slice *s, Key key) {
  uint64_t hash =
    hash_combine((uint64_t)key.location << 1 | key.life, (uint64_t)key.range.lo);
  hash = hash_combine(hash, (uint64_t)key.range.hi);
  hash = hash_combine(hash, (uint64_t)key.range.stride << 32 | key.range.size);
  uint64_t *first = map_at(s->arena, &s->keys, hash);
  for (uint64_t i = *first; i; i = s->key_next.data[i - 1])
    if (same_key(&s->key_states.data[i - 1].key, &key)) return (uint32_t)i - 1;
  uint32_t blocks = s->program->blocks.len, functions = s->program->functions.len;
  KeyState state = {.key = key,
                    .down = bitset_new(s->arena, blocks),
                    .up = bitset_new(s->arena, blocks),
                    .calls = bitset_new(s->arena, functions),
                    .sites = bitset_new(s->arena, s->calls->sites.len),
                    .inside = bitset_new(s->arena, functions)};
  vec_push(s->arena, &s->key_states, state);
  vec_push(s->arena, &s->key_next, (uint32_t)*first);
  *first = s->key_states.len;
  return s->key_states.len - 1;
}

static void push_before(Slice *s, uint32_t key, Val at) {
  Blk b = ir_inst(s->program, at)->block;
  uint32_t before = at.id - ir_block(s->program, b)->first;
  vec_push(s->arena, &s->steps, (Step){key, b.id, before, true});
}

static void push_end(Slice *s, uint32_t key, uint32_t block, bool up) {
  KeyState *state = &s->key_states.data[key];
  if (bitset_has(&state->up, block) || (!up && bitset_has(&state->down, block))) return;
  bitset_add(up ? &state->up : &state->down, block);
  uint32_t count = s->program->blocks.data[block].count;
  vec_push(s->arena, &s->steps, (Step){key, block, count, up});
}

/* ---- effects ---- */

const PointsEffect *slice_memory_writes(Slice *s, Val v) {
  PointsEffect **place = &s->writes[v.id];
  if (!*place) {
    *place = arena_new_object(s->arena, PointsEffect);
    **place = points_writes(s->points, v);
  }
  return *place;
}

static const Lives *lives_of(Slice *s, uint32_t fn) {
  Lives *lives = &s->fns[fn].lives;
  if (!lives->known)
    lives->locations =
      points_function_lives(s->points, (Fn){fn}, &lives->count, &lives->any);
  lives->known = true;
  return lives;
}

static bool lives_has(const Lives *lives, uint32_t location) {
  uint32_t low = 0, high = lives->count;
  if (lives->any || location == IR_NONE) return lives->any || lives->count;
  while (low < high) {
    uint32_t middle = (low + high) / 2;
    if (lives->locations[middle] < location)
      low = middle + 1;
    else
      high = middle;
  }
  return low < lives->count && lives->locations[low] == location;
}

/* Overlapping ranges start..; `found` is the first, or NULL. */
static const PointsRange *overlapping(const PointsEffect *e, const PointsRange *range) {
  uint32_t low = 0, high = e->count;
  while (low < high) {
    uint32_t middle = (low + high) / 2;
    if (e->ranges[middle].location < range->location)
      low = middle + 1;
    else
      high = middle;
  }
  for (; low < e->count && e->ranges[low].location == range->location; low++)
    if (slice_ranges_overlap(&e->ranges[low], range)) return &e->ranges[low];
  return NULL;
}

bool slice_memory_function_touches(Slice *s, uint32_t fn, uint32_t location) {
  if (!ir_function_has_body(&s->program->functions.data[fn])) return false;
  if (lives_has(lives_of(s, fn), location)) return true;
  PointsEffect e = points_function_writes(s->points, (Fn){fn});
  return e.any || overlapping(&e, &(PointsRange){.location = location,
                                                 .lo = -4 * POINTS_UNBOUNDED,
                                                 .hi = 4 * POINTS_UNBOUNDED});
}

static bool function_touches(Slice *s, uint32_t fn, const Key *key) {
  if (!ir_function_has_body(&s->program->functions.data[fn])) return false;
  if (key->life) return lives_has(lives_of(s, fn), key->location);
  PointsEffect e = points_function_writes(s->points, (Fn){fn});
  return e.any || overlapping(&e, &key->range) ||
         lives_has(lives_of(s, fn), key->location);
}

/* ---- one instruction ---- */

typedef enum Passing { PASSES, STOPS } Passing;

/* The number of bytes that the instruction writes at its first place. */
static bool written_bytes(const Slice *s, const Inst *inst, uint64_t *bytes) {
  int64_t length;
  switch (inst->op) {
  case OP_STORE:
    *bytes = ir_type_bytes(s->program, ir_type(s->program, ir_arg(s->program, inst, 0)));
    return true;
  case OP_COPY:
  case OP_MOVE:
  case OP_FILL:
    if (!ir_const_int(s->program, ir_arg(s->program, inst, 2), &length)) return false;
    *bytes = (uint64_t)length;
    return length > 0;
  default: return false;
  }
}

static bool replaces(const Slice *s, const Inst *inst, const PointsRange *write,
                     const PointsRange *read) {
  uint64_t bytes;
  if (!write->surely || write->stride || write->lo > read->lo || write->hi < read->hi)
    return false;
  return written_bytes(s, inst, &bytes) && (uint64_t)(write->hi - write->lo) + 1 == bytes;
}

/* What makes objects of a location makes their content, too. */
static Passing meet_maker(Slice *s, Val v, const Key *key, uint32_t location) {
  if (key->location != IR_NONE && key->location != location) return PASSES;
  slice_mark_exec(s, v);
  if (ir_inst(s->program, v)->op == OP_REALLOC && !key->life) slice_mark_full(s, v);
  if (key->location == IR_NONE) return PASSES;
  return points_location(s->points, location).single ? STOPS : PASSES;
}

static bool set_may_mean(PointsSet set, uint32_t location) {
  if (set.has_unknown || location == IR_NONE) return true;
  for (uint32_t i = 0; i < set.count; i++)
    if (set.targets[i].location == location) return true;
  return false;
}

static Passing meet_life(Slice *s, Val v, const Inst *inst, const Key *key) {
  const Program *p = s->program;
  uint32_t location = IR_NONE;
  switch (inst->op) {
  case OP_SCOPE_BEGIN:
  case OP_SCOPE_END:
    location = points_location_of_inst(s->points, ir_arg(p, inst, 0));
    if (key->location != IR_NONE && key->location != location) return PASSES;
    slice_mark_exec(s, v);
    return key->location != IR_NONE && points_location(s->points, location).single
             ? STOPS
             : PASSES;
  case OP_STACK_RESTORE: slice_mark_exec(s, v); return PASSES;
  case OP_REALLOC:
  case OP_FREE:
  case OP_KILL:
    if (set_may_mean(points_set_at(s->points, v, 0), key->location))
      slice_mark_exec(s, v);
    return PASSES;
  default: return PASSES;
  }
}

static Passing meet_write(Slice *s, Val v, const Inst *inst, const Key *key) {
  if (inst->op == OP_SCOPE_BEGIN) {
    uint32_t location = points_location_of_inst(s->points, ir_arg(s->program, inst, 0));
    return location == key->location ? meet_maker(s, v, key, location) : PASSES;
  }
  const PointsEffect *e = slice_memory_writes(s, v);
  const PointsRange *write = overlapping(e, &key->range);
  if (!e->any && !write) return PASSES;
  slice_mark_full(s, v);
  return !e->any && write && replaces(s, inst, write, &key->range) ? STOPS : PASSES;
}

static void enter_callee(Slice *s, uint32_t key, uint32_t fn) {
  KeyState *state = &s->key_states.data[key];
  Key k = state->key;
  if (bitset_has(&state->inside, fn) || !function_touches(s, fn, &k)) return;
  bitset_add(&state->inside, fn);
  const FnState *f = &s->fns[fn];
  for (uint32_t i = 0; i < f->rets.len; i++)
    push_end(s, key, ir_inst(s->program, (Val){f->rets.data[i]})->block.id, false);
}

static void meet_call(Slice *s, Val v, uint32_t key) {
  const CallSite *site = callgraph_site(s->calls, v);
  if (site->unknown) slice_mark_full(s, v);
  for (uint32_t i = 0; i < site->callees.len; i++)
    enter_callee(s, key, site->callees.data[i]);
}

static Passing meet(Slice *s, Val v, uint32_t key) {
  const Inst *inst = ir_inst(s->program, v);
  if (inst->op == OP_CALL) return meet_call(s, v, key), PASSES;
  Key k = s->key_states.data[key].key;
  uint32_t location = points_location_of_inst(s->points, v);
  if (location != IR_NONE && meet_maker(s, v, &k, location) == STOPS) return STOPS;
  if (k.life) return meet_life(s, v, inst, &k);
  return location != IR_NONE ? PASSES : meet_write(s, v, inst, &k);
}

/* ---- walking ---- */

static void go_to_callers(Slice *s, uint32_t key, Fn fn) {
  KeyState *state = &s->key_states.data[key];
  if (bitset_has(&state->calls, fn.id)) return;
  bitset_add(&state->calls, fn.id);
  const CallNode *node = callgraph_node(s->calls, fn);
  for (uint32_t i = 0; i < node->called_by.len; i++) {
    uint32_t site = node->called_by.data[i];
    if (bitset_has(&state->sites, site)) continue;
    bitset_add(&state->sites, site);
    push_before(s, key, s->calls->sites.data[site].call);
  }
}

static void walk(Slice *s, Step step) {
  const Program *p = s->program;
  const Block *b = &p->blocks.data[step.block];
  const Events *events = slice_events_of(s, s->key_states.data[step.key].key.location);
  if (!bitset_has(&events->inside, b->fn.id)) {
    if (step.up) go_to_callers(s, step.key, b->fn);
    return;
  }
  const uint32_t *list = events->list.data;
  uint32_t n = slice_events_before(events, b->first + step.before);
  while (n-- > 0 && list[n] >= b->first)
    if (meet(s, (Val){list[n]}, step.key) == STOPS) return;
  for (uint32_t i = 0; i < b->pred_count; i++)
    push_end(s, step.key, ir_pred(p, b, i).id, step.up);
  if (!b->pred_count && step.up) go_to_callers(s, step.key, b->fn);
}

/* All that may ever write these bytes, in whatever order. */
static void take_all(Slice *s, uint32_t key) {
  if (s->key_states.data[key].taken) return;
  s->key_states.data[key].taken = true;
  const Events *events = slice_events_of(s, s->key_states.data[key].key.location);
  for (uint32_t i = 0; i < events->list.len; i++) {
    Val v = {events->list.data[i]};
    if (ir_inst(s->program, v)->op != OP_CALL)
      meet(s, v, key);
    else if (callgraph_site(s->calls, v)->unknown)
      slice_mark_full(s, v);
  }
}

/* Where the sets know no order, a walk finds next to nothing that cannot come before. */
void slice_memory_close(Slice *s) {
  uint64_t limit = STEPS_LEAST + (uint64_t)STEPS_AN_INST * s->program->insts.len;
  bool ordered = points_is_precise(s->points, NULL);
  while (s->steps.len) {
    Step step = vec_pop(&s->steps);
    if (ordered && s->steps_done++ < limit)
      walk(s, step);
    else
      take_all(s, step.key);
  }
}

/* ---- what is asked for ---- */

static bool is_writer(uint8_t op) {
  switch (op) {
  case OP_STORE:
  case OP_COPY:
  case OP_MOVE:
  case OP_FILL:
  case OP_FMTFLOAT:
  case OP_REALLOC: return true;
  default: return false;
  }
}

void slice_memory_need_any(Slice *s) {
  if (s->everything_written) return;
  s->everything_written = true;
  for (uint32_t v = 0; v < s->program->insts.len; v++)
    if (is_writer(slice_inst(s, v)->op) && points_reached(s->points, (Val){v}))
      slice_mark_full(s, (Val){v});
}

static void need_bytes(Slice *s, Val at, PointsRange range) {
  range.surely = false;
  push_before(s, key_id(s, (Key){.location = range.location, .range = range}), at);
}

void slice_memory_need_read(Slice *s, Val at) {
  PointsEffect e = points_reads(s->points, at);
  if (e.any) slice_memory_need_any(s);
  for (uint32_t i = 0; i < e.count; i++) need_bytes(s, at, e.ranges[i]);
}

void slice_memory_need_content(Slice *s, Val at, uint32_t operand) {
  PointsSet set = points_set_at(s->points, at, operand);
  if (set.has_unknown) slice_memory_need_any(s);
  for (uint32_t i = 0; i < set.count; i++)
    need_bytes(
      s, at, (PointsRange){.location = set.targets[i].location, .hi = POINTS_UNBOUNDED});
}

static void need_life_of(Slice *s, Val at, uint32_t location) {
  push_before(s, key_id(s, (Key){.location = location, .life = true}), at);
}

/* Values that are the same pointer but for an offset: the objects that are made. */
static bool origin_is_known(Slice *s, Val v, VecU32 *makers, uint32_t depth) {
  if (depth > 16 || makers->len > 16) return false;
  if (!val_is_inst(v)) return true;
  const Inst *inst = ir_inst(s->program, v);
  switch (inst->op) {
  case OP_ALLOCA:
  case OP_ALLOC:
  case OP_REALLOC:
  case OP_VARARGS: vec_push(s->arena, makers, v.id); return true;
  case OP_ADDR: return origin_is_known(s, ir_arg(s->program, inst, 0), makers, depth + 1);
  case OP_SELECT:
    return origin_is_known(s, ir_arg(s->program, inst, 1), makers, depth + 1) &&
           origin_is_known(s, ir_arg(s->program, inst, 2), makers, depth + 1);
  default: return false;
  }
}

/* A pointer to something dead does not say to what: then it may be anything that dies. */
void slice_memory_need_life(Slice *s, Val at, uint32_t operand) {
  PointsSet set = points_set_at(s->points, at, operand);
  Val pointer = ir_arg(s->program, ir_inst(s->program, at), operand);
  VecU32 makers = {0};
  if (val_is_const(pointer)) return;
  if (!set.has_unknown && !set.has_invalidated) {
    for (uint32_t i = 0; i < set.count; i++)
      if (points_location(s->points, set.targets[i].location).kind >= POINTS_STACK)
        need_life_of(s, at, set.targets[i].location);
  } else if (origin_is_known(s, pointer, &makers, 0)) {
    for (uint32_t i = 0; i < makers.len; i++)
      need_life_of(s, at, points_location_of_inst(s->points, (Val){makers.data[i]}));
  } else {
    need_life_of(s, at, IR_NONE);
  }
}
