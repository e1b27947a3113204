/* What a branch or a successful access tells about registers. Facts go backwards through
 * the computation of a value as far as that can be undone: casts, sums with constants,
 * address computations, and loads that are known to give the same (equal.c). */
#include "points/analysis.h"

#define MAX_DEPTH 8

static bool refine_at(Flow *f, Val condition, bool holds, int depth);

static const Inst *inst_of(const Flow *f, Val v) {
  return val_is_inst(v) ? ir_inst(f->a->program, v) : NULL;
}

static Val equal_register(const Flow *f, Val v) {
  const FnInfo *info = &f->a->infos[f->c->fn.id];
  if (!info->equal || !val_is_inst(v)) return VAL_NONE;
  return (Val){info->equal[flow_local(f, v)]};
}

/* ---- integers ---- */

/* v, an integer, is between lo and hi; false when it cannot be. */
static bool restrict_integer(Flow *f, Val v, int64_t lo, int64_t hi, int depth) {
  Values *values = f->a->values;
  ValueId id = flow_value(f, v);
  const Value *x = value_get(values, id);
  if (!id) return false;
  if (x->count || x->flags != VALUE_PLAIN) return true;
  int64_t new_lo = x->lo > lo ? x->lo : lo, new_hi = x->hi < hi ? x->hi : hi;
  if (new_lo > new_hi) return false;
  const Inst *inst = inst_of(f, v);
  if (!inst) return true;
  if (new_lo != x->lo || new_hi != x->hi)
    flow_know(f, v, value_int(values, new_lo, new_hi));
  if (depth >= MAX_DEPTH) return true;
  Val arg = inst->arg_count ? ir_arg(f->a->program, inst, 0) : VAL_NONE;
  int64_t by;
  switch (inst->op) {
  case OP_SEXT:
    if (flow_bits(f, arg) == 1) return true;
    return restrict_integer(f, arg, new_lo, new_hi, depth + 1);
  case OP_ZEXT:
    if (flow_bits(f, arg) == 1 && new_lo == new_hi)
      return refine_at(f, arg, new_lo, depth + 1);
    if (flow_span(f, arg).lo < 0 && new_hi > int_max_of(flow_bits(f, arg))) return true;
    return restrict_integer(f, arg, new_lo, new_hi, depth + 1);
  case OP_ADD: {
    if (!ir_const_int(f->a->program, ir_arg(f->a->program, inst, 1), &by)) return true;
    Span s = flow_span(f, arg);
    unsigned bits = flow_bits(f, v);
    int64_t a, b;
    bool wraps =
      __builtin_add_overflow(s.lo, by, &a) || __builtin_add_overflow(s.hi, by, &b);
    if (wraps || a < int_min_of(bits) || b > int_max_of(bits)) return true;
    if (__builtin_sub_overflow(new_lo, by, &a) || __builtin_sub_overflow(new_hi, by, &b))
      return true;
    return restrict_integer(f, arg, a, b, depth + 1);
  }
  case OP_LOAD:
    if (val_none(equal_register(f, v))) return true;
    return restrict_integer(f, equal_register(f, v), new_lo, new_hi, depth + 1);
  default: return true;
  }
}

static bool exclude_number(Flow *f, Val v, int64_t number, int depth) {
  Span s = flow_span(f, v);
  if (s.lo == number && s.hi == number) {
    const Value *x = value_get(f->a->values, flow_value(f, v));
    return x->count || x->flags != VALUE_PLAIN;
  }
  if (s.lo == number) return restrict_integer(f, v, number + 1, s.hi, depth);
  if (s.hi == number) return restrict_integer(f, v, s.lo, number - 1, depth);
  return true;
}

static bool restrict_order(Flow *f, Val x, Val y, bool strict, int depth) {
  Span sx = flow_span(f, x), sy = flow_span(f, y);
  if (strict && (sy.hi == INT64_MIN || sx.lo == INT64_MAX)) return false;
  return restrict_integer(f, x, INT64_MIN, sy.hi - strict, depth) &&
         restrict_integer(f, y, sx.lo + strict, INT64_MAX, depth);
}

/* x < y or x <= y as unsigned numbers. */
static bool restrict_unsigned(Flow *f, Val x, Val y, bool strict, int depth) {
  Span sx = flow_span(f, x), sy = flow_span(f, y);
  bool fits = true;
  if (sy.lo >= 0) fits = restrict_integer(f, x, 0, sy.hi - strict, depth);
  if (fits && sx.lo >= 0 && sy.lo >= 0)
    fits = restrict_integer(f, y, sx.lo + strict, INT64_MAX, depth);
  return fits;
}

static bool compare_integers(Flow *f, IcmpPred pred, Val x, Val y, int depth) {
  Span sx = flow_span(f, x), sy = flow_span(f, y);
  switch (pred) {
  case ICMP_EQ:
    return restrict_integer(f, x, sy.lo, sy.hi, depth) &&
           restrict_integer(f, y, sx.lo, sx.hi, depth);
  case ICMP_NE:
    if (sy.lo == sy.hi && !exclude_number(f, x, sy.lo, depth)) return false;
    return sx.lo != sx.hi || exclude_number(f, y, sx.lo, depth);
  case ICMP_ULT: return restrict_unsigned(f, x, y, true, depth);
  case ICMP_ULE: return restrict_unsigned(f, x, y, false, depth);
  case ICMP_SLT: return restrict_order(f, x, y, true, depth);
  default: return restrict_order(f, x, y, false, depth);
  }
}

/* ---- pointers ---- */

/* The register and those that are equal to it hold just this. */
static void know_equal(Flow *f, Val v, ValueId value, int depth) {
  flow_know(f, v, value);
  if (depth >= MAX_DEPTH) return;
  const Inst *inst = inst_of(f, v);
  if (!inst) return;
  Val arg = inst->arg_count ? ir_arg(f->a->program, inst, 0) : VAL_NONE;
  switch (inst->op) {
  case OP_PTRTOINT:
  case OP_INTTOPTR:
  case OP_BITCAST:
    if (flow_bits(f, v) == flow_bits(f, arg)) know_equal(f, arg, value, depth + 1);
    break;
  case OP_LOAD:
    if (!val_none(equal_register(f, v)))
      know_equal(f, equal_register(f, v), value, depth + 1);
    break;
  default: break;
  }
}

void flow_refine_register(Flow *f, Val v, ValueId value) { know_equal(f, v, value, 0); }

/* Whether the pointer is near its object, so that its address is not 0 nor wraps. */
static bool target_is_near(const Analysis *a, const Target *t) {
  uint64_t size = a->locs.data[t->loc].size_lo;
  if (size > (uint64_t)OFFSET_LIMIT) size = (uint64_t)OFFSET_LIMIT;
  return t->lo > -NULL_PAGE / 2 && t->hi < (int64_t)size + NULL_PAGE / 2;
}

static bool compare_with_null(Flow *f, Val v, bool equal, int depth) {
  Values *values = f->a->values;
  ValueId id = flow_value(f, v);
  const Value *x = value_get(values, id);
  if (!id) return false;
  ValueId new = id;
  if (!equal) {
    if (!(x->flags & VALUE_PLAIN)) return true;
    if (x->lo == 0)
      new = value_with_plain(values, id, 1, x->hi);
    else if (x->hi == 0)
      new = value_with_plain(values, id, x->lo, -1);
  } else {
    Target *kept = targets_scratch(f->a, x->count);
    uint32_t count = 0;
    for (uint32_t i = 0; i < x->count; i++)
      if (!target_is_near(f->a, &x->targets[i])) kept[count++] = x->targets[i];
    if (count < x->count) new = value_with_targets(values, id, kept, count);
    if ((x->flags & VALUE_PLAIN) && x->lo <= 0 && x->hi >= 0)
      new = value_with_plain(values, new, 0, 0);
    else
      new = value_without(values, new, VALUE_PLAIN);
  }
  if (!new) return false;
  if (new != id) know_equal(f, v, new, depth);
  return true;
}

/* The one location of a value that is nothing but near pointers into one object. */
static uint32_t one_object(const Analysis *a, const Value *v) {
  if (v->flags || !v->count) return LOC_NONE;
  for (uint32_t i = 0; i < v->count; i++)
    if (v->targets[i].loc != v->targets[0].loc || !target_is_near(a, &v->targets[i]))
      return LOC_NONE;
  return a->locs.data[v->targets[0].loc].summary ? LOC_NONE : v->targets[0].loc;
}

static void hull_of(const Value *v, uint32_t loc, int64_t *lo, int64_t *hi) {
  *lo = INT64_MAX;
  *hi = INT64_MIN;
  for (uint32_t i = 0; i < v->count; i++) {
    if (v->targets[i].loc != loc) continue;
    if (v->targets[i].lo < *lo) *lo = v->targets[i].lo;
    if (v->targets[i].hi > *hi) *hi = v->targets[i].hi;
  }
}

/* Targets in `loc` that lie in lo .. hi (without `hole`), and all others. */
static bool restrict_offsets(Flow *f, Val v, uint32_t loc, int64_t lo, int64_t hi,
                             int64_t hole, int depth) {
  ValueId id = flow_value(f, v);
  const Value *x = value_get(f->a->values, id);
  Target *kept = targets_scratch(f->a, x->count);
  uint32_t count = 0;
  for (uint32_t i = 0; i < x->count; i++) {
    Target t = x->targets[i];
    if (t.loc == loc) {
      int64_t step = t.stride ? t.stride : 1;
      if (t.lo < lo) t.lo += (lo - t.lo + step - 1) / step * step;
      if (t.hi > hi) t.hi -= (t.hi - hi + step - 1) / step * step;
      if (t.lo == hole) t.lo += step;
      if (t.hi == hole) t.hi -= step;
      if (t.lo > t.hi) continue;
      t = target_make(loc, t.lo, t.hi, t.stride);
    }
    kept[count++] = t;
  }
  ValueId new = value_with_targets(f->a->values, id, kept, count);
  if (!new) return false;
  if (new != id) know_equal(f, v, new, depth);
  return true;
}

static bool order_offsets(Flow *f, Val x, Val y, uint32_t loc, bool strict, int depth) {
  int64_t lo, hi, none = INT64_MIN;
  hull_of(value_get(f->a->values, flow_value(f, y)), loc, &lo, &hi);
  if (!restrict_offsets(f, x, loc, INT64_MIN / 2, hi - strict, none, depth)) return false;
  hull_of(value_get(f->a->values, flow_value(f, x)), loc, &lo, &hi);
  return restrict_offsets(f, y, loc, lo + strict, INT64_MAX / 2, none, depth);
}

/* Both are near pointers into the same object. */
static bool compare_offsets(Flow *f, IcmpPred pred, Val x, Val y, uint32_t loc,
                            int depth) {
  int64_t x_lo, x_hi, y_lo, y_hi, none = INT64_MIN;
  hull_of(value_get(f->a->values, flow_value(f, x)), loc, &x_lo, &x_hi);
  hull_of(value_get(f->a->values, flow_value(f, y)), loc, &y_lo, &y_hi);
  switch (pred) {
  case ICMP_EQ:
    return restrict_offsets(f, x, loc, y_lo, y_hi, none, depth) &&
           restrict_offsets(f, y, loc, x_lo, x_hi, none, depth);
  case ICMP_NE:
    if (y_lo == y_hi && !restrict_offsets(f, x, loc, x_lo, x_hi, y_lo, depth))
      return false;
    return x_lo != x_hi || restrict_offsets(f, y, loc, y_lo, y_hi, x_lo, depth);
  case ICMP_ULT: return order_offsets(f, x, y, loc, true, depth);
  case ICMP_ULE: return order_offsets(f, x, y, loc, false, depth);
  default: return true; /* signed order of addresses says nothing */
  }
}

static bool compare_pointers(Flow *f, IcmpPred pred, Val x, Val y, int depth) {
  Values *values = f->a->values;
  ValueId a = flow_value(f, x), b = flow_value(f, y);
  bool equality = pred == ICMP_EQ || pred == ICMP_NE;
  if (equality && b == VALUE_NULL) return compare_with_null(f, x, pred == ICMP_EQ, depth);
  if (equality && a == VALUE_NULL) return compare_with_null(f, y, pred == ICMP_EQ, depth);
  uint32_t loc = one_object(f->a, value_get(values, a));
  if (loc == LOC_NONE || loc != one_object(f->a, value_get(values, b))) return true;
  return compare_offsets(f, pred, x, y, loc, depth);
}

/* ---- conditions ---- */

static bool refine_icmp(Flow *f, const Inst *inst, bool holds, int depth) {
  Val x = ir_arg(f->a->program, inst, 0), y = ir_arg(f->a->program, inst, 1);
  IcmpPred pred = (IcmpPred)inst->pred;
  unsigned bits = flow_bits(f, x);
  if (!holds) {
    bool swaps = pred >= ICMP_ULT;
    static const IcmpPred opposite[] = {ICMP_NE,  ICMP_EQ,  ICMP_ULE,
                                        ICMP_ULT, ICMP_SLE, ICMP_SLT};
    pred = opposite[pred];
    if (swaps) {
      Val z = x;
      x = y;
      y = z;
    }
  }
  Values *values = f->a->values;
  const Value *a = value_get(values, flow_value(f, x)),
              *b = value_get(values, flow_value(f, y));
  if (bits == 1 && pred >= ICMP_ULT) return true;
  if (bits > 64) return true;
  bool pointers =
    a->count || b->count || (a->flags & ~VALUE_PLAIN) || (b->flags & ~VALUE_PLAIN);
  if (pointers)
    return bits != f->a->program->ptr_bits || compare_pointers(f, pred, x, y, depth);
  if (bits == 1 && b->lo == b->hi && val_is_inst(x))
    return refine_at(f, x, pred == ICMP_EQ ? b->lo : !b->lo, depth + 1);
  return compare_integers(f, pred, x, y, depth);
}

/* From the end of the loop to its start: what was computed before that edge may have been
 * computed anew since the phi was. */
static bool is_back_edge(const Flow *f, Blk from, Blk to) {
  const Loops *loops = f->a->infos[f->c->fn.id].loops;
  return loops_is_header(loops, to) && loops_contains(loops, loops_of(loops, to), from);
}

/* `a && b` is a phi of false and b: that it holds means that control came from where b
 * was computed, and what decided the way there held too. */
static bool refine_phi(Flow *f, Val v, const Inst *phi, bool holds, int depth) {
  const Program *p = f->a->program;
  const Block *block = ir_block(p, phi->block);
  uint32_t open = 0, edge = 0;
  for (uint32_t i = 0; i < phi->arg_count; i++) {
    ValueId arg = flow_value(f, ir_arg(p, phi, i));
    const Value *x = value_get(f->a->values, arg);
    bool no =
      !arg || (arg && x->flags == VALUE_PLAIN && x->lo == x->hi && x->lo != holds);
    bool fixed = val_is_const(ir_arg(p, phi, i)) && no;
    if (!fixed) open++, edge = i;
  }
  (void)v;
  if (open != 1) return open > 0;
  Blk from = ir_pred(p, block, edge);
  if (is_back_edge(f, from, phi->block)) return true;
  if (!refine_at(f, ir_arg(p, phi, edge), holds, depth + 1)) return false;
  const Block *pred = ir_block(p, from);
  for (int i = 0; i < 2 && pred->pred_count == 1; i++) {
    Blk above_id = ir_pred(p, pred, 0);
    const Block *above = ir_block(p, above_id);
    const Inst *end = ir_inst(p, ir_terminator(above));
    if (end->op == OP_CBR && ir_succ(p, above, 0).id != ir_succ(p, above, 1).id) {
      bool taken = ir_succ(p, above, 0).id == from.id;
      return refine_at(f, ir_arg(p, end, 0), taken, depth + 1);
    }
    if (end->op != OP_BR) return true;
    from = above_id;
    pred = above;
  }
  return true;
}

static bool refine_at(Flow *f, Val condition, bool holds, int depth) {
  const Program *p = f->a->program;
  ValueId id = flow_value(f, condition);
  const Value *x = value_get(f->a->values, id);
  if (!id) return false;
  if (x->flags == VALUE_PLAIN && !x->count) {
    if (x->lo == x->hi && (x->lo != 0) != holds) return false;
    if (x->lo != x->hi) flow_know(f, condition, value_int(f->a->values, holds, holds));
  }
  const Inst *inst = inst_of(f, condition);
  if (!inst || depth >= MAX_DEPTH) return true;
  switch (inst->op) {
  case OP_ICMP: return refine_icmp(f, inst, holds, depth);
  case OP_PHI: return refine_phi(f, condition, inst, holds, depth);
  case OP_FREEZE: return refine_at(f, ir_arg(p, inst, 0), holds, depth + 1);
  case OP_AND:
    if (!holds) return true;
    return refine_at(f, ir_arg(p, inst, 0), true, depth + 1) &&
           refine_at(f, ir_arg(p, inst, 1), true, depth + 1);
  case OP_OR:
    if (holds) return true;
    return refine_at(f, ir_arg(p, inst, 0), false, depth + 1) &&
           refine_at(f, ir_arg(p, inst, 1), false, depth + 1);
  case OP_XOR: {
    int64_t one;
    bool flips = ir_const_int(p, ir_arg(p, inst, 1), &one) && one != 0;
    return !flips || refine_at(f, ir_arg(p, inst, 0), !holds, depth + 1);
  }
  default: return true;
  }
}

bool flow_refine_condition(Flow *f, Val condition, bool holds) {
  if (f->a->flat) return true;
  return refine_at(f, condition, holds, 0) && f->s.reached;
}

bool flow_refine_equals(Flow *f, Val v, Val constant) {
  int64_t number;
  if (f->a->flat || !ir_const_int(f->a->program, constant, &number)) return true;
  if (flow_bits(f, v) == 1) number = number != 0;
  return restrict_integer(f, v, number, number, 0) && f->s.reached;
}

/* ---- accesses ---- */

/* The base of an address means objects that the address means. */
static ValueId base_value(Flow *f, Val base, ValueId value) {
  Values *values = f->a->values;
  ValueId id = flow_value(f, base);
  const Value *x = value_get(values, id);
  Target *kept = targets_scratch(f->a, x->count);
  uint32_t count = 0;
  for (uint32_t i = 0; i < x->count; i++)
    if (value_mentions(values, value, x->targets[i].loc)) kept[count++] = x->targets[i];
  ValueId new = value_with_targets(values, id, kept, count);
  new = value_without(values, new, VALUE_UNINIT | VALUE_INVALID);
  if (!(value_get(values, value)->flags & VALUE_PLAIN))
    new = value_without(values, new, VALUE_PLAIN);
  return new;
}

void flow_refine_pointer(Flow *f, Val pointer, ValueId value) {
  for (int depth = 0; depth < MAX_DEPTH && val_is_inst(pointer); depth++) {
    ValueId before = flow_value(f, pointer);
    if (!value) return;
    if (value != before) know_equal(f, pointer, value, 0);
    const Inst *inst = ir_inst(f->a->program, pointer);
    if (inst->op != OP_ADDR) return;
    Val base = ir_arg(f->a->program, inst, 0);
    if (!val_is_inst(base)) return;
    ValueId kept = base_value(f, base, value);
    if (inst->arg_count == 1 && !(value_get(f->a->values, value)->flags & VALUE_PLAIN)) {
      Span back = {-inst->imm, -inst->imm, 0};
      kept = value_shift(f->a->values, value, back, f->a->program->ptr_bits);
    }
    pointer = base;
    value = kept;
  }
}
