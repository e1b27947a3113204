/* Arithmetic on intervals with a step, which is a power of two. Corners of an interval
 * are numbers of it, so that congruence to `lo` carries over from corner to corner. */
#include "shape/interval.h"

static unsigned at_most(unsigned step) { return step > STEP_EXACT ? STEP_EXACT : step; }

static unsigned min_step(unsigned a, unsigned b) { return a < b ? a : b; }

/* How often 2 divides it. */
static unsigned twos(Wide n) {
  if (!n) return STEP_EXACT;
  uint64_t low = (uint64_t)n;
  return low ? at_most((unsigned)__builtin_ctzll(low)) : STEP_EXACT;
}

static Interval made(Wide lo, Wide hi, unsigned step) {
  if (lo == hi) return interval_exact(lo);
  return (Interval){lo, hi, at_most(step)};
}

Interval interval_of(const Graph *g, uint32_t value) {
  const ShapeValue *v = graph_value(g, value);
  if (v->kind != VALUE_INT) return (Interval){INT64_MIN, INT64_MAX, 0};
  return made(v->lo, v->hi, v->step);
}

Interval interval_sum(Interval a, Interval b) {
  return made(a.lo + b.lo, a.hi + b.hi, min_step(a.step, b.step));
}

Interval interval_difference(Interval a, Interval b) {
  return made(a.lo - b.hi, a.hi - b.lo, min_step(a.step, b.step));
}

static void hull4(Wide a, Wide b, Wide c, Wide d, Interval *r) {
  Wide lo = a < b ? a : b, hi = a > b ? a : b;
  if (c < lo) lo = c;
  if (d < lo) lo = d;
  if (c > hi) hi = c;
  if (d > hi) hi = d;
  *r = made(lo, hi, r->step);
}

Interval interval_product(Interval a, Interval b) {
  unsigned mixed = min_step(a.step + twos(b.lo), b.step + twos(a.lo));
  Interval r = {0, 0, at_most(min_step(mixed, a.step + b.step))};
  hull4(a.lo * b.lo, a.lo * b.hi, a.hi * b.lo, a.hi * b.hi, &r);
  return r;
}

Interval interval_round_down(Interval a, unsigned bits) {
  Wide unit = (Wide)1 << bits;
  Wide low = a.lo & -unit;
  return made(low, a.hi & -unit, a.step > bits ? a.step : bits);
}

Interval interval_low_bits(Interval a, unsigned bits) {
  Wide mask = ((Wide)1 << bits) - 1;
  if (a.step >= bits) return interval_exact(a.lo & mask);
  Wide low = a.lo & (((Wide)1 << a.step) - 1);
  Wide unit = (Wide)1 << a.step;
  return made(low, low + (mask - low) / unit * unit, a.step);
}

bool interval_is_low_mask(Interval a, unsigned *bits) {
  if (a.lo != a.hi || a.lo <= 0 || (a.lo & (a.lo + 1))) return false;
  *bits = twos(a.lo + 1);
  return *bits < STEP_EXACT;
}

bool interval_is_high_mask(Interval a, unsigned *bits) {
  if (a.lo != a.hi || a.lo >= 0 || (-a.lo & (-a.lo - 1))) return false;
  *bits = twos(a.lo);
  return *bits < STEP_EXACT;
}

static Wide power_above(Wide n) {
  Wide p = 1;
  while (p <= n) p *= 2;
  return p;
}

static bool shift(Op op, Interval a, Interval b, unsigned bits, Interval *r) {
  if (b.lo != b.hi || b.lo < 0 || b.lo >= bits) return false;
  unsigned n = (unsigned)b.lo;
  Wide factor = (Wide)1 << n;
  if (op == OP_SHL)
    *r = made(a.lo * factor, a.hi * factor, a.step + n);
  else if (op == OP_LSHR && a.lo < 0)
    return false;
  else
    *r = made(a.lo >> n, a.hi >> n, a.step > n ? a.step - n : 0);
  return true;
}

static bool divide(Op op, Interval a, Interval b, Interval *r) {
  if (b.lo <= 0) return false;
  unsigned n = b.lo == b.hi && !(b.lo & (b.lo - 1)) ? twos(b.lo) : STEP_EXACT;
  bool quotient = op == OP_SDIV || op == OP_UDIV, sign = op == OP_SDIV || op == OP_SREM;
  *r = (Interval){0, b.hi - 1, 0};
  if (!sign && a.lo < 0) return !quotient;
  if (quotient) {
    r->step = a.lo >= 0 && n < a.step ? a.step - n : 0;
    hull4(a.lo / b.lo, a.lo / b.hi, a.hi / b.lo, a.hi / b.hi, r);
  } else if (a.lo == a.hi && b.lo == b.hi) {
    *r = interval_exact(a.lo % b.lo);
  } else if (a.lo >= 0 && n < STEP_EXACT) {
    *r = interval_low_bits(a, n);
    if (a.hi < r->hi) *r = made(r->lo, a.hi, r->step);
  } else {
    *r = made(a.lo >= 0 ? 0 : 1 - b.hi, a.lo >= 0 && a.hi < b.hi ? a.hi : b.hi - 1, 0);
  }
  return true;
}

/* The same for numbers that have no bits above those of the mask. */
static bool keeps_high_bits(Interval a, Interval b, unsigned *bits) {
  if (a.lo < 0 || b.lo != b.hi || b.lo <= 0) return false;
  *bits = twos(b.lo);
  Wide above = b.lo + ((Wide)1 << *bits);
  return !(above & (above - 1)) && a.hi < above;
}

static bool bitwise(Op op, Interval a, Interval b, Interval *r) {
  unsigned n;
  if (a.lo == a.hi && b.lo != b.hi) return bitwise(op, b, a, r);
  if (a.lo == a.hi && b.lo == b.hi) {
    int64_t p = (int64_t)a.lo, q = (int64_t)b.lo;
    *r = interval_exact(op == OP_AND ? (p & q) : op == OP_OR ? (p | q) : (p ^ q));
    return true;
  }
  if (op == OP_AND && (interval_is_high_mask(b, &n) || keeps_high_bits(a, b, &n))) {
    *r = interval_round_down(a, n);
    return true;
  }
  if (op == OP_AND && interval_is_low_mask(b, &n) && a.step) {
    *r = interval_low_bits(a, n);
    return true;
  }
  if (op == OP_AND && (a.lo >= 0 || b.lo >= 0)) {
    Wide hi = a.lo < 0 ? b.hi : b.lo < 0 ? a.hi : a.hi < b.hi ? a.hi : b.hi;
    *r = made(0, hi, 0);
    return true;
  }
  if (op == OP_AND || a.lo < 0 || b.lo < 0) return false;
  *r = made(0, power_above(a.hi > b.hi ? a.hi : b.hi) - 1, 0);
  return true;
}

bool interval_compute(Op op, Interval a, Interval b, unsigned bits, Interval *r) {
  switch (op) {
  case OP_ADD: *r = interval_sum(a, b); return true;
  case OP_SUB: *r = interval_difference(a, b); return true;
  case OP_MUL: *r = interval_product(a, b); return true;
  case OP_SHL:
  case OP_LSHR:
  case OP_ASHR: return shift(op, a, b, bits, r);
  case OP_AND:
  case OP_OR:
  case OP_XOR: return bitwise(op, a, b, r);
  case OP_UDIV:
  case OP_SDIV:
  case OP_UREM:
  case OP_SREM: return divide(op, a, b, r);
  default: return false;
  }
}
