/* Intrinsics on floats. */
#include "frontend/intrinsics.h"

#include <string.h>

Val emit_math(Lower *l, const char *name, Type type, Type operand, const Val *args,
              uint32_t count) {
  unsigned bits = ir_type_bits(l->p, operand);
  const char *suffix = bits == 32 ? "f" : bits == 80 ? "l" : "";
  Inst inst = {.op = OP_MATH, .type = type};
  inst.sym = intern_string(l->p->names, arena_printf(l->scratch, "%s%s", name, suffix));
  if (l->current) inst.name = lower_name(l, l->current);
  return emit_inst(l, inst, args, count);
}

LANE_FUNCTION(lane_math) {
  Type operand = val_type(l, args[0]);
  return emit_math(l, known->text, type, operand, args, (uint32_t)known->detail);
}

/* Fused or not, as the target likes: not. */
LANE_FUNCTION(lane_multiply_add) {
  return emit_op(l, OP_FADD, type, emit_op(l, OP_FMUL, type, args[0], args[1]), args[2]);
}

LANE_FUNCTION(lane_power) {
  Val exponent = emit_op(l, OP_SITOFP, type, args[1]);
  return emit_math(l, "pow", type, type, (const Val[]){args[0], exponent}, 2);
}

static Val float_zero(Lower *l, Type type) {
  return build_const(l->p, (Const){.kind = CONST_FLOAT, .type = type});
}

static Val emit_fcmp(Lower *l, FcmpPred pred, Val a, Val b) {
  Inst inst = {.op = OP_FCMP, .pred = (uint8_t)pred, .type = type_int(1)};
  return emit_inst(l, inst, (const Val[]){a, b}, 2);
}

static Val choose(Lower *l, Val condition, Val yes, Val no) {
  return emit_op(l, OP_SELECT, val_type(l, yes), condition, yes, no);
}

static Val power_of_two(Lower *l, Type type, unsigned n) {
  return n >= 64 ? build_int128(l->p, type, 0, (uint64_t)1 << (n - 64))
                 : build_int(l->p, type, (uint64_t)1 << n);
}

/* Out of range gives the nearest number, a NaN 0. The conversion itself sees only what is
 * in range. */
LANE_FUNCTION(lane_to_int_saturated) {
  bool is_signed = known->detail;
  Type from = val_type(l, args[0]);
  Val top = power_of_two(l, type, ir_type_bits(l->p, type) - 1);
  Val half = emit_op(l, OP_UITOFP, from, top); /* 2^(bits-1), exact */
  Val high = is_signed ? half : emit_op(l, OP_FADD, from, half, half);
  Val low = is_signed ? emit_op(l, OP_FNEG, from, half) : float_zero(l, from);
  Val is_high = emit_fcmp(l, FCMP_OGE, args[0], high);
  Val is_low = emit_fcmp(l, FCMP_OLE, args[0], low);
  Val inside = emit_op(l, OP_AND, type_int(1), emit_fcmp(l, FCMP_OLT, args[0], high),
                       emit_fcmp(l, FCMP_OGT, args[0], low));
  Val safe = choose(l, inside, args[0], float_zero(l, from));
  Val number = emit_op(l, is_signed ? OP_FPTOSI : OP_FPTOUI, type, safe);
  Val ones = build_int128(l->p, type, ~(uint64_t)0, ~(uint64_t)0);
  Val most = is_signed ? emit_op(l, OP_XOR, type, top, ones) : ones;
  Val least = is_signed ? top : build_int(l->p, type, 0);
  return choose(l, is_high, most, choose(l, is_low, least, number));
}

/* ---- classes ---- */

/* The bits of llvm.is.fpclass: of each pair the negative one is given. */
enum {
  CLASS_SIGNALING = 1,
  CLASS_QUIET = 2,
  CLASS_INFINITE = 4,
  CLASS_NORMAL = 8,
  CLASS_SUBNORMAL = 16,
  CLASS_ZERO = 32,
  CLASS_POSITIVE_ZERO = 64,
};

typedef struct FloatShape {
  Type bits;        /* integer of the same width */
  Val magnitude;    /* without the sign */
  Val negative;     /* i1 */
  Val infinite;     /* pattern */
  Val least_normal; /* pattern */
  Val quiet;        /* the bit that tells a quiet NaN */
} FloatShape;

static FloatShape shape_of(Lower *l, Val v) {
  unsigned bits = ir_type_bits(l->p, val_type(l, v));
  Type as = type_int(bits);
  FloatShape s = {.bits = as};
  Val raw = emit_op(l, OP_BITCAST, as, v);
  if (bits == 80) {
    s.infinite = build_int128(l->p, as, (uint64_t)1 << 63, 0x7fff);
    s.least_normal = build_int128(l->p, as, 0, 1);
    s.quiet = build_int(l->p, as, (uint64_t)1 << 62);
    s.magnitude =
      emit_op(l, OP_AND, as, raw, build_int128(l->p, as, ~(uint64_t)0, 0x7fff));
  } else {
    unsigned fraction = bits == 32 ? 23 : 52;
    uint64_t sign = (uint64_t)1 << (bits - 1);
    s.infinite = build_int(l->p, as, (sign - 1) >> fraction << fraction);
    s.least_normal = build_int(l->p, as, (uint64_t)1 << fraction);
    s.quiet = build_int(l->p, as, (uint64_t)1 << (fraction - 1));
    s.magnitude = emit_op(l, OP_AND, as, raw, build_int(l->p, as, sign - 1));
  }
  s.negative = emit_icmp(l, ICMP_SLT, raw, build_int(l->p, as, 0));
  return s;
}

static Val both(Lower *l, Val a, Val b) { return emit_op(l, OP_AND, type_int(1), a, b); }

static Val is_nan_kind(Lower *l, const FloatShape *s, unsigned mask) {
  Val nan = emit_icmp(l, ICMP_ULT, s->infinite, s->magnitude);
  if ((mask & 3) == 3) return nan;
  Val bit = emit_op(l, OP_AND, s->bits, s->magnitude, s->quiet);
  Val zero = build_int(l->p, s->bits, 0);
  IcmpPred pred = mask & CLASS_QUIET ? ICMP_NE : ICMP_EQ;
  return both(l, nan, emit_icmp(l, pred, bit, zero));
}

static Val is_magnitude(Lower *l, const FloatShape *s, unsigned class) {
  Val zero = build_int(l->p, s->bits, 0);
  switch (class) {
  case CLASS_INFINITE: return emit_icmp(l, ICMP_EQ, s->magnitude, s->infinite);
  case CLASS_NORMAL:
    return both(l, emit_icmp(l, ICMP_ULE, s->least_normal, s->magnitude),
                emit_icmp(l, ICMP_ULT, s->magnitude, s->infinite));
  case CLASS_SUBNORMAL:
    return both(l, emit_icmp(l, ICMP_NE, s->magnitude, zero),
                emit_icmp(l, ICMP_ULT, s->magnitude, s->least_normal));
  default: return emit_icmp(l, ICMP_EQ, s->magnitude, zero);
  }
}

/* The positive classes mirror the negative ones: zero is bits 5 and 6, infinite 2 and 9.
 */
static Val is_signed_class(Lower *l, const FloatShape *s, unsigned class, unsigned mask) {
  unsigned mirrored = CLASS_ZERO * CLASS_POSITIVE_ZERO / class;
  Val is = is_magnitude(l, s, class);
  if ((mask & class) && (mask & mirrored)) return is;
  Val sign = s->negative;
  if (mask & mirrored)
    sign = emit_op(l, OP_XOR, type_int(1), sign, build_int(l->p, type_int(1), 1));
  return both(l, is, sign);
}

static Val either(Lower *l, Val a, Val b) {
  return val_none(a) ? b : emit_op(l, OP_OR, type_int(1), a, b);
}

Val emit_float_class(Lower *l, Val x, unsigned mask) {
  FloatShape s = shape_of(l, x);
  Val any = VAL_NONE;
  if (mask & 3) any = either(l, any, is_nan_kind(l, &s, mask));
  for (unsigned class = CLASS_INFINITE; class <= CLASS_ZERO; class *= 2)
    if (mask & (class | CLASS_ZERO * CLASS_POSITIVE_ZERO / class))
      any = either(l, any, is_signed_class(l, &s, class, mask));
  return val_none(any) ? build_int(l->p, type_int(1), 0) : any;
}

LANE_FUNCTION(lane_float_class) {
  int64_t mask;
  if (!ir_const_int(l->p, args[1], &mask)) return build_undef(l->p, type);
  return emit_float_class(l, args[0], (unsigned)mask);
}

/* ---- frexp: {fraction, exponent} ---- */

/* Of 0, infinities and NaNs the exponent is 0 and the fraction the number itself. */
void emit_frexp(Lower *l, Val x, Type whole, Val *fraction, Val *exponent) {
  Type type = val_type(l, x);
  Val zero = build_int(l->p, whole, 0);
  Val power = emit_math(l, "ilogb", whole, type, &x, 1);
  Val next = emit_op(l, OP_ADD, whole, power, build_int(l->p, whole, 1));
  Val special = emit_float_class(l, x, 0x3 | 0x204 | 0x60);
  *exponent = choose(l, special, zero, next);
  Val down = emit_op(l, OP_SUB, whole, zero, *exponent);
  *fraction = emit_math(l, "scalbn", type, type, (const Val[]){x, down}, 2);
}

CALL_FUNCTION(call_frexp) {
  if (call->result->count != 2 || call->result->exotic) return NULL;
  Vals *result = vals_new(l, 2);
  emit_frexp(l, call->args[0]->v[0], call->result->lanes[1].type, &result->v[0],
             &result->v[1]);
  return result;
}
