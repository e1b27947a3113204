/* The lives of objects. Where an instruction can make several objects that live together,
 * the newest is told apart from the others (recency abstraction, Balakrishnan and Reps
 * 2006): it is one object, so what is stored into it replaces what was there, and freeing
 * it ends it for sure. Making the next one turns it into one of the others. */
#include "points/analysis.h"

static ContentId uniform_content(Analysis *a, uint32_t loc, ValueId bytes) {
  uint64_t size = a->locs.data[loc].size_hi;
  return content_bytes(a->contents, size > INT64_MAX ? INT64_MAX : (int64_t)size, bytes);
}

static ValueId start_of(Analysis *a, uint32_t loc) {
  return value_target(a->values, target_make(loc, 0, 0, 0));
}

/* ---- sizes ---- */

void flow_allocation_size(Flow *f, const Inst *inst, uint64_t *lo, uint64_t *hi,
                          bool *may_fail) {
  const Program *p = f->a->program;
  uint32_t first = inst->op == OP_REALLOC ? 1 : 0;
  bool two = inst->op == OP_ALLOC && inst->arg_count > 1;
  Span size = flow_span(f, ir_arg(p, inst, first));
  Span count = two ? flow_span(f, ir_arg(p, inst, 1)) : span_point(1);
  uint64_t most = p->ptr_bits == 32 ? UINT32_MAX : UINT64_MAX;
  /* A negative number is a huge one: no object of that size is made. */
  bool huge = size.lo < 0 || count.lo < 0;
  uint64_t size_lo = size.lo > 0 ? (uint64_t)size.lo : 0;
  uint64_t count_lo = count.lo > 0 ? (uint64_t)count.lo : 0;
  uint64_t size_hi = size.hi > 0 ? (uint64_t)size.hi : 0;
  uint64_t count_hi = count.hi > 0 ? (uint64_t)count.hi : 0;
  bool over = __builtin_mul_overflow(size_hi, count_hi, hi) || *hi > most;
  if (over) *hi = UINT64_MAX;
  if (__builtin_mul_overflow(size_lo, count_lo, lo)) *lo = *hi;
  *may_fail = two && (huge || over);
}

/* ---- stack ---- */

/* Of one object alone the order of execution tells what is written first. */
static ContentId variable_content(Flow *f, Val variable, uint32_t loc) {
  return f->a->locs.data[loc].twin == LOC_NONE
           ? uniform_content(f->a, loc, VALUE_UNINITIALISED)
           : fresh_content(f->a, f->c, variable, loc);
}

void flow_eval_alloca(Flow *f, Val at, const Inst *inst) {
  Analysis *a = f->a;
  if (!flow_value(f, ir_arg(a->program, inst, 0))) return;
  uint64_t lo, hi;
  bool may_fail;
  flow_allocation_size(f, inst, &lo, &hi, &may_fail);
  uint32_t loc = loc_of_inst(a, f->c, at);
  loc_grow_size(a, loc, lo, hi);
  bool unborn = bitset_has(&a->infos[f->c->fn.id].scoped, flow_local(f, at));
  if (unborn && !a->flat) {
    flow_define(f, at, VALUE_DEAD);
    return;
  }
  flow_age(f, loc, VAL_NONE);
  flow_set_content(f, loc, variable_content(f, at, loc));
  flow_define(f, at, start_of(a, loc));
}

void flow_eval_scope_begin(Flow *f, const Inst *inst) {
  Analysis *a = f->a;
  Val variable = ir_arg(a->program, inst, 0);
  uint32_t loc = loc_of_inst(a, f->c, variable);
  if (a->flat) return;
  if (a->locs.data[loc].twin != LOC_NONE)
    flow_age(f, loc, variable);
  else
    flow_kill(f, loc, true, variable);
  flow_set_content(f, loc, variable_content(f, variable, loc));
  flow_know(f, variable, start_of(a, loc));
  if (a->observer) points_observe_define(f, variable, start_of(a, loc));
}

/* The objects that v means, surely when that is one. */
static void kill_value(Flow *f, ValueId v, bool surely) {
  const Value *x = value_get(f->a->values, v);
  if (!x->count) return;
  uint32_t loc = x->targets[0].loc;
  bool one = x->targets[x->count - 1].loc == loc && !f->a->locs.data[loc].summary;
  if (surely && one)
    flow_kill(f, loc, true, VAL_NONE);
  else
    flow_may_kill(f, v);
}

void flow_eval_scope_end(Flow *f, const Inst *inst) {
  Val variable = ir_arg(f->a->program, inst, 0);
  if (f->a->flat) return;
  kill_value(f, flow_value(f, variable), true);
  flow_know(f, variable, VALUE_DEAD);
}

static bool made_since(Flow *f, Val token, Val object, Val at) {
  Cfg *cfg = f->a->infos[f->c->fn.id].cfg;
  if (!cfg_inst_reaches(cfg, object, at)) return false;
  bool known = val_is_inst(token) && ir_inst(f->a->program, token)->op == OP_STACK_SAVE;
  return !known || cfg_inst_reaches(cfg, token, object);
}

void flow_eval_stack_restore(Flow *f, Val at, const Inst *inst) {
  Analysis *a = f->a;
  const FnInfo *info = &a->infos[f->c->fn.id];
  if (a->flat) return;
  for (uint32_t i = 0; i < info->objects.len; i++) {
    Val object = {info->objects.data[i]};
    if (ir_inst(a->program, object)->op != OP_ALLOCA) continue;
    if (!map_has(&f->c->locs, object.id)) continue;
    if (!made_since(f, ir_arg(a->program, inst, 0), object, at)) continue;
    uint32_t loc = loc_of_inst(a, f->c, object), twin = a->locs.data[loc].twin;
    flow_kill(f, loc, false, VAL_NONE);
    if (twin != LOC_NONE) flow_kill(f, twin, false, VAL_NONE);
  }
}

static void end_object(Flow *f, uint32_t loc, bool surely, ValueId *results,
                       uint32_t count) {
  flow_kill(f, loc, surely, VAL_NONE);
  for (uint32_t i = 0; i < count; i++)
    results[i] = value_kill(f->a->values, results[i], loc, surely);
}

void flow_end_frame(Flow *f, ValueId *results, uint32_t count) {
  Analysis *a = f->a;
  const FnInfo *info = &a->infos[f->c->fn.id];
  if (a->flat) return;
  for (uint32_t i = 0; i < info->objects.len; i++) {
    uint64_t *known = map_find(&f->c->locs, info->objects.data[i]);
    if (!known) continue;
    uint32_t loc = (uint32_t)*known, twin = a->locs.data[loc].twin;
    /* Of a function that is not recursive all frames but this one are gone. */
    bool surely = !f->c->recursive;
    end_object(f, loc, surely, results, count);
    if (twin != LOC_NONE) end_object(f, twin, surely, results, count);
  }
}

/* ---- variadic arguments ---- */

/* As the interpreter lays them out: slots of a pointer's size, wide ones aligned. */
ContentId flow_varargs(Flow *f, const Inst *call, uint32_t fixed, uint64_t *size) {
  Analysis *a = f->a;
  const Program *p = a->program;
  uint64_t slot = p->ptr_bits / 8, end = 0;
  ContentId content = 0;
  for (int pass = 0; pass < 2; pass++) {
    if (pass) content = content_bytes(a->contents, (int64_t)end, VALUE_NULL);
    *size = end;
    end = 0;
    for (uint32_t i = fixed + 1; i < call->arg_count; i++) {
      Val arg = ir_arg(p, call, i);
      uint64_t bytes = ir_type_bytes(p, ir_type(p, arg));
      bool wide = slot == 8 && bytes > 8;
      if (wide) end = (end + 15) & ~(uint64_t)15;
      if (pass)
        content = content_write(a->contents, content, span_point((int64_t)end),
                                (uint32_t)bytes, flow_value(f, arg), true);
      end += wide ? 16 : (bytes + slot - 1) / slot * slot;
    }
  }
  return content;
}

/* Its content came with the call. */
void flow_eval_varargs(Flow *f, Val at) {
  flow_define(f, at, start_of(f->a, loc_of_inst(f->a, f->c, at)));
}

/* ---- heap ---- */

void flow_eval_alloc(Flow *f, Val at, const Inst *inst) {
  Analysis *a = f->a;
  for (uint32_t i = 0; i < inst->arg_count; i++)
    if (!flow_value(f, ir_arg(a->program, inst, i))) return;
  uint64_t lo, hi;
  bool may_fail;
  flow_allocation_size(f, inst, &lo, &hi, &may_fail);
  uint32_t loc = loc_of_inst(a, f->c, at);
  loc_grow_size(a, loc, lo, hi);
  flow_age(f, loc, VAL_NONE);
  bool zero = inst->flags & INST_ZERO;
  flow_set_content(
    f, loc, zero ? uniform_content(a, loc, VALUE_NULL) : fresh_content(a, f->c, at, loc));
  ValueId v = start_of(a, loc);
  if (may_fail || (a->options->malloc_may_fail && !(inst->flags & INST_STATIC)))
    v = value_join(a->values, v, VALUE_NULL);
  flow_define(f, at, v);
}

/* What a pointer given to free can have been: starts of blocks of this kind, null,
 * numbers. */
static ValueId freeable(Flow *f, ValueId v, PointsKind kind) {
  Values *values = f->a->values;
  const Value *x = value_get(values, v);
  Target *kept = targets_scratch(f->a, x->count);
  uint32_t count = 0;
  for (uint32_t i = 0; i < x->count; i++) {
    const Target *t = &x->targets[i];
    if (loc_site(f->a, t->loc)->kind != kind || !flow_may_touch(f, t->loc)) continue;
    bool at_start = t->lo <= 0 && t->hi >= 0 && (!t->stride || t->lo % t->stride == 0);
    if (at_start) kept[count++] = target_make(t->loc, 0, 0, 0);
  }
  ValueId good = value_with_targets(values, v, kept, count);
  good = value_without(values, good, VALUE_UNINIT | VALUE_INVALID);
  if (value_may_be_wild(values, v)) return good;
  good = value_without(values, good, VALUE_PLAIN);
  return value_may_be_null(values, v) ? value_join(values, good, VALUE_NULL) : good;
}

typedef struct WildFree {
  Flow *f;
  VecU32 locs;
} WildFree;

static void collect_heap(void *context, uint32_t loc, uint32_t content) {
  (void)content;
  WildFree *w = context;
  const Analysis *a = w->f->a;
  bool exposed = bitset_has(&a->exposed.sites, a->locs.data[loc].site);
  if (exposed && loc_site(a, loc)->kind == POINTS_HEAP) vec_push(a->arena, &w->locs, loc);
}

static void free_anything(Flow *f) {
  WildFree w = {.f = f};
  if (f->a->flat) {
    bitset_each(&f->a->exposed.sites, s) if (f->a->sites.data[s].kind == POINTS_HEAP)
      bitset_add(&f->a->freed, s);
    return;
  }
  pmap_each(f->a->mems, f->s.mem, collect_heap, &w);
  flow_may_kill(f, value_of_locations(f->a->values, w.locs.data, w.locs.len));
}

/* Ends what the pointer means; false when no run gets past it. `good`: what it was. */
static bool end_block(Flow *f, Val pointer, PointsKind kind, bool sometimes,
                      ValueId *good) {
  Analysis *a = f->a;
  Access access = {.value = flow_value(f, pointer)};
  if (!access.value) return a->flat;
  *good = access.reached = freeable(f, access.value, kind);
  access.count = value_get(a->values, *good)->count;
  access.wild = value_may_be_wild(a->values, *good);
  if (a->observer) points_observe_access(f, 0, span_point(0), ACCESS_FREE, &access);
  if (!*good) return a->flat;
  kill_value(f, *good, !sometimes && !(value_get(a->values, *good)->flags & VALUE_PLAIN));
  if (access.wild) free_anything(f);
  return true;
}

bool flow_eval_free(Flow *f, const Inst *inst) {
  Val pointer = ir_arg(f->a->program, inst, 0);
  PointsKind kind = inst->op == OP_KILL ? POINTS_STATIC : POINTS_HEAP;
  ValueId good = VALUE_NOTHING;
  if (!end_block(f, pointer, kind, false, &good)) return false;
  if (f->a->flat) return true;
  ValueId after = value_with_targets(f->a->values, good, NULL, 0);
  if (value_get(f->a->values, good)->count)
    after = value_join(f->a->values, after, VALUE_DEAD);
  flow_refine_register(f, pointer, after);
  return true;
}

static uint64_t size_of_old(const Analysis *a, uint32_t loc, bool *known) {
  const Loc *l = &a->locs.data[loc];
  *known = l->size_lo == l->size_hi;
  return l->size_hi;
}

/* What the new block holds when the old one was `old`. */
static ContentId moved_content(Flow *f, ContentId fresh, uint32_t old, uint64_t lo,
                               uint64_t hi) {
  Analysis *a = f->a;
  ContentId content = flow_content(f, old);
  if (!content) return fresh;
  bool known;
  uint64_t size = size_of_old(a, old, &known);
  uint64_t least = size < lo ? size : lo;
  if (known && lo == hi)
    return content_copy(a->contents, fresh, span_point(0), content, span_point(0),
                        span_point((int64_t)least), true);
  ContentId all = content_copy(a->contents, fresh, span_point(0), content, span_point(0),
                               span_point(OFFSET_LIMIT), true);
  return content_join(a->contents, fresh, all);
}

bool flow_eval_realloc(Flow *f, Val at, const Inst *inst) {
  Analysis *a = f->a;
  const Program *p = a->program;
  if (!flow_value(f, ir_arg(p, inst, 1))) return a->flat;
  uint64_t lo, hi;
  bool may_fail;
  flow_allocation_size(f, inst, &lo, &hi, &may_fail);
  uint32_t loc = loc_of_inst(a, f->c, at);
  loc_grow_size(a, loc, lo, hi);
  ContentId fresh = uniform_content(a, loc, VALUE_UNINITIALISED), content = 0;
  ValueId good = freeable(f, flow_value(f, ir_arg(p, inst, 0)), POINTS_HEAP);
  const Value *old = value_get(a->values, good);
  if (old->flags & VALUE_PLAIN) content = fresh;
  for (uint32_t i = 0; i < old->count; i++)
    content = content_join(a->contents, content,
                           moved_content(f, fresh, old->targets[i].loc, lo, hi));
  bool stays = a->options->malloc_may_fail;
  if (!end_block(f, ir_arg(p, inst, 0), POINTS_HEAP, stays, &good)) return false;
  if (!good) return a->flat;
  /* What the old block held of pointers to itself is stale in the new one. */
  for (uint32_t i = 0; i < old->count && !a->flat; i++) {
    uint32_t gone = old->targets[i].loc;
    content = content_kill(a->contents, content, gone, !flow_content(f, gone));
  }
  flow_age(f, loc, VAL_NONE);
  uint32_t twin = a->locs.data[loc].twin;
  if (twin != LOC_NONE) content = content_rename(a->contents, content, loc, twin, true);
  if (value_may_be_wild(a->values, good))
    content = content_spoil(a->contents, content, VALUE_ANYTHING);
  if (content) flow_set_content(f, loc, content);
  ValueId v = start_of(a, loc);
  if (stays || lo == 0) v = value_join(a->values, v, VALUE_NULL);
  flow_define(f, at, v);
  return true;
}

void flow_eval_objsize(Flow *f, Val at, const Inst *inst) {
  Analysis *a = f->a;
  unsigned bits = flow_bits(f, at);
  ValueId v = flow_value(f, ir_arg(a->program, inst, 0));
  if (!v) return;
  const Value *x = value_get(a->values, v);
  uint64_t lo = UINT64_MAX, hi = 0;
  if (x->flags) lo = 0;
  for (uint32_t i = 0; i < x->count; i++) {
    const Loc *l = &a->locs.data[x->targets[i].loc];
    if (l->size_lo < lo) lo = l->size_lo;
    if (l->size_hi > hi) hi = l->size_hi;
  }
  bool open =
    (x->flags & ~VALUE_PLAIN) || value_may_be_wild(a->values, v) || hi > INT32_MAX;
  Span s = open ? span_all(bits) : span_fit((int64_t)lo, (int64_t)hi, false, bits);
  flow_define(f, at, value_int(a->values, s.lo, s.hi));
}
