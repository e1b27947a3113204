/* Values of computations: intervals for integers, moved targets for addresses. Where an
 * address goes through arithmetic, the targets stay, at any offset if need be, just as
 * the interpreter keeps the provenance. */
#include "points/analysis.h"

typedef __int128 Wide;

static bool is_plain(const Value *v) { return v->flags == VALUE_PLAIN && !v->count; }
static bool is_pointer(const Value *v) { return v->count || (v->flags & VALUE_INVALID); }

static ValueId of_span(Flow *f, Span s) { return value_int(f->a->values, s.lo, s.hi); }

static Span fit(Wide lo, Wide hi, unsigned bits) {
  bool over = lo < INT64_MIN || hi > INT64_MAX;
  return span_fit(over ? 0 : (int64_t)lo, over ? 0 : (int64_t)hi, over, bits);
}

/* From here on its address is a matter of numbers. */
static ValueId fragment_of(Flow *f, ValueId v) {
  flow_expose(f, v);
  ValueId part = value_fragment(f->a->values, v);
  return value_join(f->a->values, part, VALUE_ANYTHING);
}

/* Only what can be an address of an object. */
static ValueId pointer_part(Flow *f, ValueId v) {
  return value_without(f->a->values, v, VALUE_PLAIN | VALUE_UNINIT);
}

/* ---- sum and difference ---- */

static Span negated(Span s) {
  return (Span){s.hi == INT64_MIN ? INT64_MAX : -s.hi,
                s.lo == INT64_MIN ? INT64_MAX : -s.lo, s.stride};
}

static bool is_singleton(uint64_t mask) { return mask && !(mask & (mask - 1)); }

/* Two pointers that can only mean the one object there is of one location. */
static bool same_object(const Analysis *a, const Value *x, const Value *y) {
  if (x->flags || y->flags || !x->count || !y->count) return false;
  if (x->mask != y->mask || !is_singleton(x->mask)) return false;
  uint32_t loc = x->targets[0].loc;
  for (uint32_t i = 0; i < x->count; i++)
    if (x->targets[i].loc != loc) return false;
  for (uint32_t i = 0; i < y->count; i++)
    if (y->targets[i].loc != loc) return false;
  return !a->locs.data[loc].summary;
}

static void offsets_of(const Value *v, int64_t *lo, int64_t *hi) {
  *lo = v->targets[0].lo;
  *hi = v->targets[0].hi;
  for (uint32_t i = 1; i < v->count; i++) {
    if (v->targets[i].lo < *lo) *lo = v->targets[i].lo;
    if (v->targets[i].hi > *hi) *hi = v->targets[i].hi;
  }
}

/* Two operands whose addresses decide about numbers. */
static void expose_both(Flow *f, ValueId a, ValueId b) {
  flow_expose(f, a);
  flow_expose(f, b);
}

static ValueId pointer_difference(Flow *f, const Value *x, const Value *y,
                                  unsigned bits) {
  if (!same_object(f->a, x, y)) return VALUE_ANYTHING;
  int64_t x_lo, x_hi, y_lo, y_hi;
  offsets_of(x, &x_lo, &x_hi);
  offsets_of(y, &y_lo, &y_hi);
  return of_span(f, fit((Wide)x_lo - y_hi, (Wide)x_hi - y_lo, bits));
}

static ValueId eval_sum(Flow *f, ValueId a, ValueId b, bool minus, unsigned bits) {
  Values *values = f->a->values;
  const Value *x = value_get(values, a), *y = value_get(values, b);
  Span sx = value_span(values, a, bits), sy = value_span(values, b, bits);
  if (minus) sy = negated(sy);
  ValueId v = VALUE_NOTHING;
  if (x->flags & y->flags & VALUE_PLAIN) {
    Wide y_lo = minus ? -(Wide)y->hi : y->lo, y_hi = minus ? -(Wide)y->lo : y->hi;
    v = of_span(f, fit(x->lo + y_lo, x->hi + y_hi, bits));
  }
  if ((x->flags | y->flags) & VALUE_UNINIT)
    v = value_join(values, v, VALUE_UNINITIALISED);
  if (is_pointer(x))
    v = value_join(values, v, value_shift(values, pointer_part(f, a), sy, bits));
  if (is_pointer(y) && minus && y->flags | x->flags) {
    flow_expose(f, b);
    v = value_join(values, v, value_fragment(values, pointer_part(f, b)));
  }
  if (is_pointer(y) && !minus)
    v = value_join(values, v, value_shift(values, pointer_part(f, b), sx, bits));
  if (!is_pointer(x) || !is_pointer(y)) return v;
  if (!minus) return value_join(values, v, fragment_of(f, value_join(values, a, b)));
  if (same_object(f->a, x, y)) return pointer_difference(f, x, y, bits);
  return fragment_of(f, value_join(values, a, b));
}

/* ---- products, quotients, bits: of plain numbers ---- */

static Span product(Span x, Span y, unsigned bits) {
  Wide a = (Wide)x.lo * y.lo, b = (Wide)x.lo * y.hi, c = (Wide)x.hi * y.lo;
  Wide d = (Wide)x.hi * y.hi;
  Wide lo = a < b ? a : b, hi = a > b ? a : b;
  if (c < lo) lo = c;
  if (d < lo) lo = d;
  if (c > hi) hi = c;
  if (d > hi) hi = d;
  return fit(lo, hi, bits);
}

static Span quotient(Span x, Span y, unsigned bits) {
  if (x.lo >= 0 && y.lo == 0) return (Span){0, x.hi, 1}; /* 0 ends the run */
  if (y.lo <= 0) return span_all(bits);
  int64_t a = x.lo / y.lo, b = x.lo / y.hi, c = x.hi / y.lo, d = x.hi / y.hi;
  int64_t lo = a < b ? a : b, hi = c > d ? c : d;
  return span_fit(lo, hi, false, bits);
}

static Span remainder_of(Span x, Span y, unsigned bits) {
  if (y.lo == INT64_MIN) return span_all(bits);
  int64_t m = y.hi > -y.lo ? y.hi : -y.lo; /* |divisor| <= m */
  if (m <= 0) return span_all(bits);
  int64_t lo = x.lo >= 0 ? 0 : -(m - 1), hi = x.hi <= 0 ? 0 : m - 1;
  if (x.hi > 0 && x.hi < hi) hi = x.hi;
  if (x.lo < 0 && x.lo > lo) lo = x.lo;
  return span_fit(lo, hi, false, bits);
}

/* The least 2^k - 1 that is no less. */
static int64_t all_ones_above(int64_t x) {
  if (x <= 0) return 0;
  return (int64_t)(~(uint64_t)0 >> __builtin_clzll((uint64_t)x));
}

static Span bit_and(Span x, Span y, unsigned bits) {
  if (x.lo == x.hi && y.lo == y.hi) return span_point(x.lo & y.lo);
  if (x.lo >= 0 && y.lo >= 0) return (Span){0, x.hi < y.hi ? x.hi : y.hi, 1};
  if (y.lo >= 0) return (Span){0, y.hi, 1};
  if (x.lo >= 0) return (Span){0, x.hi, 1};
  return span_all(bits);
}

static Span bit_or(Span x, Span y, bool exclusive, unsigned bits) {
  if (x.lo == x.hi && y.lo == y.hi)
    return span_point(exclusive ? x.lo ^ y.lo : x.lo | y.lo);
  if (x.lo < 0 || y.lo < 0) return span_all(bits);
  int64_t hi = all_ones_above(x.hi > y.hi ? x.hi : y.hi);
  int64_t lo = exclusive ? 0 : x.lo > y.lo ? x.lo : y.lo;
  return span_fit(lo, hi, false, bits);
}

static Span shift(Op op, Span x, Span by, unsigned bits) {
  if (by.lo < 0 || by.hi >= (int64_t)bits || by.hi >= 63) return span_all(bits);
  if (op == OP_SHL)
    return product(x, (Span){(int64_t)1 << by.lo, (int64_t)1 << by.hi, 1}, bits);
  if (op == OP_ASHR || x.lo >= 0) {
    int64_t lo = x.lo >= 0 ? x.lo >> by.hi : x.lo >> by.lo;
    int64_t hi = x.hi >= 0 ? x.hi >> by.lo : x.hi >> by.hi;
    return span_fit(lo, hi, false, bits);
  }
  if (!by.lo || bits > 64) return span_all(bits);
  uint64_t most = bits == 64 ? ~(uint64_t)0 : ((uint64_t)1 << bits) - 1;
  return (Span){0, (int64_t)(most >> by.lo), 1};
}

static Span eval_spans(Op op, Span x, Span y, unsigned bits) {
  bool positive = x.lo >= 0 && y.lo >= 0;
  switch (op) {
  case OP_MUL: return product(x, y, bits);
  case OP_UDIV: return positive ? quotient(x, y, bits) : span_all(bits);
  case OP_SDIV: return quotient(x, y, bits);
  case OP_UREM:
    if (y.lo > 0) return (Span){0, x.lo >= 0 && x.hi < y.hi ? x.hi : y.hi - 1, 1};
    return span_all(bits);
  case OP_SREM: return remainder_of(x, y, bits);
  case OP_AND: return bit_and(x, y, bits);
  case OP_OR: return bit_or(x, y, false, bits);
  case OP_XOR: return bit_or(x, y, true, bits);
  default: return shift(op, x, y, bits);
  }
}

/* A mask that clears low bits moves an address down by at most the mask's rest. */
static ValueId align_down(Flow *f, ValueId pointer, ValueId mask, unsigned bits) {
  const Value *m = value_get(f->a->values, mask);
  int64_t low = ~m->lo;
  bool aligns = is_plain(m) && m->lo == m->hi && low >= 0 && !(low & (low + 1));
  if (!aligns) return fragment_of(f, pointer);
  ValueId moved =
    value_shift(f->a->values, pointer_part(f, pointer), (Span){-low, 0, 1}, bits);
  const Value *p = value_get(f->a->values, pointer);
  if (p->flags & (VALUE_PLAIN | VALUE_UNINIT))
    moved = value_join(f->a->values, moved, VALUE_ANYTHING);
  return moved;
}

ValueId flow_eval_binary(Flow *f, const Inst *inst) {
  const Program *p = f->a->program;
  Values *values = f->a->values;
  ValueId a = flow_value(f, ir_arg(p, inst, 0)), b = flow_value(f, ir_arg(p, inst, 1));
  unsigned bits = ir_type_bits(p, inst->type);
  if (!a || !b) return VALUE_NOTHING;
  Op op = (Op)inst->op;
  if (op == OP_ADD || op == OP_SUB) {
    ValueId sum = eval_sum(f, a, b, op == OP_SUB, bits);
    return bits == 1 ? value_clip(values, sum, 1) : sum;
  }
  const Value *x = value_get(values, a), *y = value_get(values, b);
  if (is_plain(x) && is_plain(y)) {
    Span s =
      eval_spans(op, value_span(values, a, bits), value_span(values, b, bits), bits);
    return value_clip(values, of_span(f, s), bits);
  }
  bool keeps = op == OP_AND || op == OP_OR || op == OP_XOR || op == OP_SHL;
  if (op == OP_AND && is_pointer(x) && is_plain(y)) return align_down(f, a, b, bits);
  if (keeps && (is_pointer(x) || is_pointer(y)))
    return value_clip(values, fragment_of(f, value_join(values, a, b)), bits);
  Span s = span_all(bits); /* one of them is uninitialised, or loses its object */
  expose_both(f, a, b);
  if (op == OP_AND || op == OP_UREM || op == OP_SREM || op == OP_LSHR)
    s = eval_spans(op, value_span(values, a, bits), value_span(values, b, bits), bits);
  return of_span(f, s);
}

ValueId flow_eval_bits(Flow *f, const Inst *inst) {
  ValueId a = flow_value(f, ir_arg(f->a->program, inst, 0));
  int64_t bits = ir_type_bits(f->a->program, inst->type);
  if (!a) return VALUE_NOTHING;
  flow_expose(f, a);
  if (inst->op == OP_BSWAP || inst->op == OP_BITREV)
    return value_clip(f->a->values, VALUE_ANYTHING, (unsigned)bits);
  return value_clip(f->a->values, value_int(f->a->values, 0, bits), (unsigned)bits);
}

/* ---- casts ---- */

static Span zero_extended(Span s, unsigned from) {
  if (s.lo >= 0 || from >= 64) return s.lo >= 0 ? s : span_all(64);
  return (Span){0, (int64_t)(((uint64_t)1 << from) - 1), 1};
}

static Span truncated(Span s, unsigned to) {
  if (s.lo == s.hi && to < 64) {
    int64_t x = (int64_t)((uint64_t)s.lo << (64 - to)) >> (64 - to);
    return span_point(to == 1 ? x != 0 : x);
  }
  return span_fit(s.lo, s.hi, false, to);
}

static Span resized(Op op, Span s, unsigned from, unsigned to) {
  if (op == OP_SEXT) return from == 1 ? (Span){-s.hi, -s.lo, s.stride} : s;
  if (to > from) return zero_extended(s, from);
  return to < from ? truncated(s, to) : s;
}

ValueId flow_eval_cast(Flow *f, const Inst *inst) {
  const Program *p = f->a->program;
  Values *values = f->a->values;
  Val arg = ir_arg(p, inst, 0);
  ValueId v = flow_value(f, arg);
  unsigned from = flow_bits(f, arg), to = ir_type_bits(p, inst->type);
  const Value *x = value_get(values, v);
  if (!v) return v;
  bool narrow = from < p->ptr_bits || to < p->ptr_bits;
  if (x->count && narrow) v = fragment_of(f, v);
  x = value_get(values, v);
  if (x->flags & VALUE_PLAIN) {
    Span plain = span_fit(x->lo, x->hi, false, from);
    Span s = resized((Op)inst->op, plain, from, to);
    v = value_with_plain(values, v, s.lo, s.hi);
  }
  if (inst->op == OP_FREEZE && (x->flags & VALUE_UNINIT))
    v = value_join(values, v, VALUE_ANYTHING);
  return value_clip(values, v, to);
}

/* ---- comparisons ---- */

/* 1, 0, or -1 for either. */
static int compare_spans(IcmpPred pred, Span x, Span y) {
  bool same_sign = (x.lo >= 0 && y.lo >= 0) || (x.hi < 0 && y.hi < 0);
  bool below = x.hi<y.lo, above = x.lo> y.hi;
  bool at_most = x.hi <= y.lo, at_least = x.lo >= y.hi;
  switch (pred) {
  case ICMP_EQ:
  case ICMP_NE:
    if (below || above) return pred == ICMP_NE;
    if (x.lo == x.hi && y.lo == y.hi) return pred == ICMP_EQ;
    return -1;
  case ICMP_ULT:
  case ICMP_ULE:
    if (!same_sign) {
      if (x.lo >= 0 && y.hi < 0) return 1;
      if (x.hi < 0 && y.lo >= 0) return 0;
      return -1;
    }
    break;
  default: break;
  }
  if (pred == ICMP_ULT || pred == ICMP_SLT) return below ? 1 : at_least ? 0 : -1;
  return at_most ? 1 : above ? 0 : -1;
}

/* Every pointer in it is within or just behind its object, and so not null. */
static bool surely_object(const Analysis *a, const Value *v) {
  if (v->flags) return false;
  for (uint32_t i = 0; i < v->count; i++) {
    const Target *t = &v->targets[i];
    if (t->lo < 0 || (uint64_t)t->hi > a->locs.data[t->loc].size_lo) return false;
  }
  return v->count > 0;
}

/* Whether the answer says something about where an object lies: any but a comparison with
 * null, and equality of pointers. */
static bool tells_address(const Values *values, IcmpPred pred, ValueId x, ValueId y) {
  const Value *a = value_get(values, x), *b = value_get(values, y);
  if (!a->count && !b->count) return false;
  if (value_may_be_wild(values, x) || value_may_be_wild(values, y)) return true;
  bool equality = pred == ICMP_EQ || pred == ICMP_NE;
  return !equality && a->count && b->count &&
         !(a->count == 1 && b->count == 1 && a->targets[0].loc == b->targets[0].loc);
}

ValueId flow_eval_icmp(Flow *f, const Inst *inst) {
  const Program *p = f->a->program;
  Val a = ir_arg(p, inst, 0), b = ir_arg(p, inst, 1);
  ValueId x = flow_value(f, a), y = flow_value(f, b);
  if (!x || !y) return VALUE_NOTHING;
  IcmpPred pred = (IcmpPred)inst->pred;
  Values *values = f->a->values;
  unsigned bits = flow_bits(f, a);
  int answer = -1;
  const Value *u = value_get(values, x), *v = value_get(values, y);
  if (f->a->flat && tells_address(values, pred, x, y)) expose_both(f, x, y);
  bool is_signed = pred == ICMP_SLT || pred == ICMP_SLE;
  if (is_plain(u) && is_plain(v) && bits <= 64 && !(bits == 1 && is_signed))
    answer =
      compare_spans(pred, value_span(values, x, bits), value_span(values, y, bits));
  else if (bits == p->ptr_bits && (pred == ICMP_EQ || pred == ICMP_NE)) {
    bool null_x = x == VALUE_NULL, null_y = y == VALUE_NULL;
    if ((null_x && surely_object(f->a, v)) || (null_y && surely_object(f->a, u)))
      answer = pred == ICMP_NE;
  }
  return answer < 0 ? value_int(values, 0, 1) : value_int(values, answer, answer);
}

/* ---- addresses ---- */

typedef struct Distance {
  Wide lo, hi;
  uint64_t stride;
  ValueId objects; /* of indices that are addresses themselves */
} Distance;

static void add_index(Flow *f, Distance *d, Val index, Val scale) {
  int64_t factor = 1;
  ir_const_int(f->a->program, scale, &factor);
  ValueId v = flow_value(f, index);
  Span s = flow_span(f, index);
  Wide x = (Wide)s.lo * factor, y = (Wide)s.hi * factor;
  d->lo += x < y ? x : y;
  d->hi += x < y ? y : x;
  if (s.lo != s.hi)
    d->stride = gcd_u64(d->stride, (uint64_t)(factor < 0 ? -factor : factor));
  if (factor == 1 && is_pointer(value_get(f->a->values, v)))
    d->objects = value_join(f->a->values, d->objects, fragment_of(f, v));
  if (!v) d->stride = UINT64_MAX; /* not reached yet */
}

/* Ends that are out of range keep their remainder modulo powers of two. */
static Span distance_span(Distance d) {
  Wide limit = (Wide)1 << 60;
  uint64_t stride = d.stride ? d.stride : 1;
  if (stride > INT32_MAX) stride &= -stride;
  if (stride > INT32_MAX) stride = (uint64_t)1 << 30;
  uint64_t step = stride & -stride;
  if (d.lo < -limit) d.lo = -limit + (Wide)((uint64_t)d.lo % step);
  if (d.hi > limit) d.hi = limit + (Wide)((uint64_t)d.hi % step);
  if (d.hi < d.lo) d.hi = d.lo = -limit;
  return (Span){(int64_t)d.lo, (int64_t)d.hi, d.lo == d.hi ? 0 : (uint32_t)stride};
}

ValueId flow_eval_addr(Flow *f, const Inst *inst) {
  const Program *p = f->a->program;
  ValueId base = flow_value(f, ir_arg(p, inst, 0));
  Distance d = {.lo = inst->imm, .hi = inst->imm};
  for (uint32_t i = 1; i + 1 < inst->arg_count; i += 2)
    add_index(f, &d, ir_arg(p, inst, i), ir_arg(p, inst, i + 1));
  if (!base || d.stride == UINT64_MAX) return VALUE_NOTHING;
  ValueId v = value_shift(f->a->values, base, distance_span(d), p->ptr_bits);
  return value_join(f->a->values, v, d.objects);
}
