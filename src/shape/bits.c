/* See bits.h. */
#include "shape/bits.h"

static uint64_t low_mask(unsigned width) {
  return width >= 64 ? UINT64_MAX : ((uint64_t)1 << width) - 1;
}

Bits bits_of(const ShapeValue *v) {
  if (v->kind != VALUE_INT) return (Bits){0, 0};
  if (value_is_exact(v) && !v->undefined) return (Bits){UINT64_MAX, (uint64_t)v->lo};
  return (Bits){v->known, v->bits};
}

/* Above the width there is the sign; of one bit, zero. */
Bits bits_cut(Bits a, unsigned width) {
  uint64_t low = low_mask(width), sign = (uint64_t)1 << (width - 1);
  if (width >= 64) return a;
  if (width == 1) return bits_zero_extended(a, 1);
  Bits r = {a.known & low, a.bits & low};
  if (!(a.known & sign)) return r;
  r.known |= ~low;
  if (a.bits & sign) r.bits |= ~low;
  return r;
}

Bits bits_zero_extended(Bits a, unsigned from) {
  uint64_t low = low_mask(from);
  return (Bits){a.known | ~low, a.bits & low};
}

Bits bits_common(Bits a, Bits b) {
  uint64_t known = a.known & b.known & ~(a.bits ^ b.bits);
  return (Bits){known, a.bits & known};
}

static bool shift(Op op, Bits a, Bits by, unsigned width, Bits *r) {
  if (by.known != UINT64_MAX || by.bits >= width) return false;
  unsigned n = (unsigned)by.bits;
  if (op == OP_SHL) {
    *r = (Bits){a.known << n | low_mask(n), a.bits << n};
  } else if (op == OP_ASHR) {
    *r = (Bits){(uint64_t)((int64_t)a.known >> n), (uint64_t)((int64_t)a.bits >> n)};
    r->bits &= r->known;
  } else {
    Bits whole = bits_zero_extended(a, width);
    *r = (Bits){whole.known >> n | ~(UINT64_MAX >> n), whole.bits >> n};
  }
  *r = bits_cut(*r, width);
  return true;
}

bool bits_compute(Op op, Bits a, Bits b, unsigned width, Bits *r) {
  if (width == 0 || width > 64) return false;
  switch (op) {
  case OP_AND:
    r->known = (a.known & b.known) | (a.known & ~a.bits) | (b.known & ~b.bits);
    r->bits = a.bits & b.bits;
    return true;
  case OP_OR:
    r->known = (a.known & b.known) | a.bits | b.bits;
    r->bits = a.bits | b.bits;
    return true;
  case OP_XOR:
    r->known = a.known & b.known;
    r->bits = (a.bits ^ b.bits) & r->known;
    return true;
  case OP_SHL:
  case OP_LSHR:
  case OP_ASHR: return shift(op, a, b, width, r);
  default: return false;
  }
}

uint32_t graph_with_bits(Graph *g, uint32_t value, Bits b) {
  ShapeValue *v = graph_value(g, value);
  if (v->kind != VALUE_INT || !b.known) return value;
  if (b.known == UINT64_MAX) return graph_int(g, (int64_t)b.bits);
  if (value_is_exact(v) && !v->undefined) return value;
  v->known = b.known;
  v->bits = b.bits;
  return value;
}
