/* Loads, stores, copies and fills. An access that succeeds tells that the pointer was
 * good: what it can have been is clipped to the objects, and the rest of the path knows
 * that. */
#include "points/analysis.h"

/* ---- where an access goes ---- */

/* An interval that was widened may hold targets that the flat mode rules out. */
bool flow_may_touch(const Flow *f, uint32_t loc) {
  const Analysis *a = f->a;
  return a->flat || bitset_has(&a->touch[f->c->fn.id].sites, a->locs.data[loc].site);
}

static bool may_access(const Flow *f, uint32_t loc, unsigned kind) {
  const Analysis *a = f->a;
  const Site *site = loc_site(a, loc);
  if (site->kind == POINTS_FUNCTION || !flow_may_touch(f, loc)) return false;
  if (site->kind != POINTS_GLOBAL || !(kind & ACCESS_WRITE)) return true;
  return !(a->program->globals.data[site->source].flags & GLOB_CONST);
}

/* The part of the target where `n` bytes fit into the object; false when there is none.
 */
static bool clip_target(const Analysis *a, Target *t, int64_t n) {
  uint64_t size = a->locs.data[t->loc].size_hi;
  int64_t most = size > (uint64_t)OFFSET_LIMIT / 2 ? OFFSET_LIMIT / 2 : (int64_t)size - n;
  int64_t step = t->stride ? t->stride : 1;
  int64_t lo = t->lo, hi = t->hi;
  if (lo < 0) lo += (-lo + step - 1) / step * step;
  if (hi > most) hi -= (hi - most + step - 1) / step * step;
  if (lo > hi) return false;
  *t = target_make(t->loc, lo, hi, t->stride);
  return true;
}

static ValueId clip_value(Flow *f, ValueId v, int64_t n, unsigned kind) {
  const Value *x = value_get(f->a->values, v);
  Target *kept = targets_scratch(f->a, x->count);
  uint32_t count = 0;
  for (uint32_t i = 0; i < x->count; i++) {
    Target t = x->targets[i];
    if (may_access(f, t.loc, kind) && clip_target(f->a, &t, n)) kept[count++] = t;
  }
  ValueId clipped = value_with_targets(f->a->values, v, kept, count);
  clipped = value_without(f->a->values, clipped, VALUE_UNINIT | VALUE_INVALID);
  bool wild = value_may_be_wild(f->a->values, v);
  return wild ? clipped : value_without(f->a->values, clipped, VALUE_PLAIN);
}

bool flow_access(Flow *f, uint32_t operand, Span bytes, unsigned kind, Access *access) {
  Analysis *a = f->a;
  Val pointer = ir_arg(a->program, ir_inst(a->program, f->at), operand);
  *access = (Access){.value = flow_value(f, pointer)};
  if (!access->value) return a->flat;
  bool sometimes = bytes.lo <= 0 && bytes.hi >= 0; /* 0 bytes: no access */
  if (bytes.hi <= 0) {                             /* none, or more than any object has */
    if (a->observer && bytes.lo < 0)
      points_observe_access(f, operand, bytes, kind, access);
    return sometimes || a->flat;
  }
  int64_t least = bytes.lo > 0 ? bytes.lo : 1;
  access->reached = clip_value(f, access->value, least, kind);
  const Value *reached = value_get(a->values, access->reached);
  access->count = reached->count;
  access->wild = reached->flags & VALUE_PLAIN;
  const Target *t = reached->targets;
  access->certain = !a->flat && !access->wild && reached->count == 1 && t->lo == t->hi &&
                    !a->locs.data[t->loc].summary && bytes.lo == bytes.hi;
  if (a->observer) points_observe_access(f, operand, bytes, kind, access);
  if (a->flat || sometimes) return true;
  if (!access->reached) return false;
  flow_refine_pointer(f, pointer, access->reached);
  return f->s.reached;
}

static const Target *target_of(const Flow *f, const Access *access, uint32_t i) {
  return &value_get(f->a->values, access->reached)->targets[i];
}

static Span span_of_target(const Target *t) { return (Span){t->lo, t->hi, t->stride}; }

/* ---- load and store ---- */

/* What two ways of knowing the same register say together. */
static ValueId both(Flow *f, ValueId a, ValueId b) {
  Values *values = f->a->values;
  if (value_within(values, a, b)) return a;
  if (value_within(values, b, a)) return b;
  const Value *x = value_get(values, a), *y = value_get(values, b);
  if (x->count || y->count || x->flags != VALUE_PLAIN || y->flags != VALUE_PLAIN)
    return b;
  int64_t lo = x->lo > y->lo ? x->lo : y->lo, hi = x->hi < y->hi ? x->hi : y->hi;
  return lo <= hi ? value_int(values, lo, hi) : b;
}

static ValueId loaded(Flow *f, const Access *access, unsigned bits) {
  Analysis *a = f->a;
  uint32_t n = (bits + 7) / 8;
  ValueId v = access->wild ? VALUE_ANYTHING : VALUE_NOTHING;
  for (uint32_t i = 0; i < access->count; i++) {
    Target t = *target_of(f, access, i);
    ContentId content = flow_content(f, t.loc);
    v =
      value_join(a->values, v, content_read(a->contents, content, span_of_target(&t), n));
  }
  if (bits % 8 && bits != 1 && (value_get(a->values, v)->flags & VALUE_PLAIN))
    v = value_with_plain(a->values, v, INT64_MIN, INT64_MAX);
  bool mixed = value_may_be_wild(a->values, v) || bits < a->program->ptr_bits;
  if (mixed) flow_expose(f, v);
  if (bits < a->program->ptr_bits && value_get(a->values, v)->count)
    v = value_join(a->values, value_fragment(a->values, v), VALUE_ANYTHING);
  return value_clip(a->values, v, bits);
}

bool flow_eval_load(Flow *f, Val at, const Inst *inst) {
  Analysis *a = f->a;
  unsigned bits = ir_type_bits(a->program, inst->type);
  Access access;
  Span n = span_point((bits + 7) / 8);
  if (!flow_access(f, 0, n, ACCESS_READ, &access)) return false;
  ValueId v = loaded(f, &access, bits);
  const uint32_t *equal = a->infos[f->c->fn.id].equal;
  uint32_t twin = equal && !a->flat ? equal[flow_local(f, at)] : IR_NONE;
  if (v && twin != IR_NONE) {
    ValueId other = flow_value(f, (Val){twin});
    if (!other) return false;
    v = both(f, v, other);
  }
  flow_define(f, at, v);
  return a->flat || v;
}

static void write_targets(Flow *f, const Access *access, uint32_t n, ValueId value) {
  Analysis *a = f->a;
  for (uint32_t i = 0; i < access->count; i++) {
    Target t = *target_of(f, access, i);
    ContentId old = flow_content(f, t.loc);
    if (!old) continue;
    ContentId new =
      content_write(a->contents, old, span_of_target(&t), n, value, access->certain);
    flow_set_content(f, t.loc, new);
  }
  if (access->wild) flow_spoil(f, value);
}

bool flow_eval_store(Flow *f, const Inst *inst) {
  Analysis *a = f->a;
  Val stored = ir_arg(a->program, inst, 0);
  unsigned bits = flow_bits(f, stored), n = (bits + 7) / 8;
  ValueId value = flow_value(f, stored);
  if (!value && !a->flat) return false;
  Access access;
  if (!flow_access(f, 1, span_point(n), ACCESS_WRITE, &access)) return false;
  if (bits % 8 && bits != 1 && (value_get(a->values, value)->flags & VALUE_PLAIN))
    value = value_with_plain(a->values, value, INT64_MIN, INT64_MAX);
  if (value) write_targets(f, &access, n, value);
  return true;
}

/* ---- copy and fill ---- */

/* A negative length is a huge one: it cannot succeed. */
static Span length_of(Flow *f, Val v) {
  Span n = flow_span(f, v);
  if (n.hi > OFFSET_LIMIT / 2) n.hi = OFFSET_LIMIT / 2;
  if (n.lo > n.hi) n.lo = n.hi;
  return n;
}

static ContentId copied(Flow *f, ContentId old, const Target *to, const Access *from,
                        Span n, bool certain) {
  Analysis *a = f->a;
  ContentId new = 0;
  if (from->wild)
    new = content_fill(a->contents, old, span_of_target(to), n, VALUE_ANYTHING, certain);
  for (uint32_t i = 0; i < from->count; i++) {
    Target t = *target_of(f, from, i);
    ContentId source = flow_content(f, t.loc);
    if (!source) continue;
    ContentId one = content_copy(a->contents, old, span_of_target(to), source,
                                 span_of_target(&t), n, certain);
    new = content_join(a->contents, new, one);
  }
  return new ? new : old;
}

/* All that may be copied, for a copy to anywhere. */
static ValueId copied_parts(Flow *f, const Access *from) {
  ValueId all = VALUE_ANYTHING;
  for (uint32_t i = 0; i < from->count; i++) {
    ContentId source = flow_content(f, target_of(f, from, i)->loc);
    all = value_join(f->a->values, all, content_all(f->a->contents, source));
  }
  return all;
}

bool flow_eval_copy(Flow *f, const Inst *inst) {
  Analysis *a = f->a;
  const Program *p = a->program;
  Span n = length_of(f, ir_arg(p, inst, 2));
  if (!flow_value(f, ir_arg(p, inst, 2))) return a->flat;
  Access from, to;
  if (!flow_access(f, 1, n, ACCESS_READ, &from)) return false;
  if (!flow_access(f, 0, n, ACCESS_WRITE, &to)) return false;
  if (a->observer) points_observe_copy(f, &to, &from, n);
  if (n.hi <= 0) return true;
  ContentId *new = arena_new_array(a->arena, ContentId, to.count + 1);
  for (uint32_t i = 0; i < to.count; i++) {
    Target t = *target_of(f, &to, i);
    ContentId old = flow_content(f, t.loc);
    new[i] = old ? copied(f, old, &t, &from, n, to.certain) : 0;
  }
  ValueId parts = to.wild ? copied_parts(f, &from) : VALUE_NOTHING;
  for (uint32_t i = 0; i < to.count; i++) {
    uint32_t loc = target_of(f, &to, i)->loc;
    bool again = i && target_of(f, &to, i - 1)->loc == loc;
    if (again) new[i] = content_join(a->contents, new[i], new[i - 1]);
    if (new[i]) flow_set_content(f, loc, new[i]);
  }
  if (to.wild) flow_spoil(f, parts);
  return true;
}

static void fill_targets(Flow *f, const Access *to, Span n, ValueId value) {
  for (uint32_t i = 0; i < to->count; i++) {
    Target t = *target_of(f, to, i);
    ContentId old = flow_content(f, t.loc);
    if (!old) continue;
    flow_set_content(
      f, t.loc,
      content_fill(f->a->contents, old, span_of_target(&t), n, value, to->certain));
  }
  if (to->wild) flow_spoil(f, value);
}

bool flow_eval_fill(Flow *f, const Inst *inst) {
  const Program *p = f->a->program;
  ValueId byte = flow_value(f, ir_arg(p, inst, 1));
  Span n = length_of(f, ir_arg(p, inst, 2));
  if (!byte || !flow_value(f, ir_arg(p, inst, 2))) return f->a->flat;
  Access to;
  if (!flow_access(f, 0, n, ACCESS_WRITE, &to)) return false;
  if (n.hi <= 0) return true;
  bool plain = value_get(f->a->values, byte)->flags & VALUE_PLAIN;
  flow_expose(f, byte);
  if (byte != VALUE_NULL && plain)
    byte = value_join(f->a->values, value_fragment(f->a->values, byte), VALUE_ANYTHING);
  fill_targets(f, &to, n, byte);
  return true;
}

bool flow_eval_output(Flow *f, const Inst *inst) {
  const Program *p = f->a->program;
  if (!flow_value(f, ir_arg(p, inst, 2))) return f->a->flat;
  Access from;
  Span n = length_of(f, ir_arg(p, inst, 2));
  if (!flow_access(f, 1, n, ACCESS_READ, &from)) return false;
  if (f->a->flat) flow_expose(f, copied_parts(f, &from));
  return true;
}

/* Writes at most args[1] bytes, of which only the first is certain; reads a string. */
bool flow_eval_format(Flow *f, Val at, const Inst *inst) {
  const Program *p = f->a->program;
  Span n = length_of(f, ir_arg(p, inst, 1));
  if (!flow_value(f, ir_arg(p, inst, 1))) return f->a->flat;
  if (n.lo > 1) n.lo = 1;
  Access to, text;
  Span any = {1, OFFSET_LIMIT / 2, 1};
  if (!flow_access(f, 3, any, ACCESS_READ, &text)) return false;
  if (!flow_access(f, 0, n, ACCESS_WRITE, &to)) return false;
  if (n.hi > 0) fill_targets(f, &to, n, VALUE_ANYTHING);
  flow_define(f, at, value_clip(f->a->values, VALUE_ANYTHING, flow_bits(f, at)));
  return true;
}
