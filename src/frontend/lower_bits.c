/* The same bits in other lanes: casts between vectors and integers, and integers too wide
 * for one value. Those occur as the storage of bit-fields (i136, i168, ...): loaded,
 * shifted by constants, masked, truncated, stored. They are lanes of 64 bits, the lowest
 * first, the last one with what is left. */
#include "frontend/lower.h"

static Val as_int(Lower *l, Val v) {
  Type type = val_type(l, v);
  if (type_is_int(type)) return v;
  return emit_op(l, type_is_ptr(type) ? OP_PTRTOINT : OP_BITCAST,
                 type_int(ir_type_bits(l->p, type)), v);
}

static Val from_int(Lower *l, Val v, Type type) {
  if (type_is_int(type)) return v;
  return emit_op(l, type_is_ptr(type) ? OP_INTTOPTR : OP_BITCAST, type, v);
}

static const Vals *as_ints(Lower *l, const Vals *from) {
  Vals *numbers = vals_new(l, from->count);
  for (uint32_t i = 0; i < from->count; i++) numbers->v[i] = as_int(l, from->v[i]);
  return numbers;
}

static Val shift(Lower *l, Op op, Val v, int64_t amount) {
  Type type = val_type(l, v);
  return amount ? emit_op(l, op, type, v, build_int(l->p, type, (uint64_t)amount)) : v;
}

/* The part of the source lane `v`, whose lowest bit is number `at`, that falls into a
 * lane of `type` whose lowest bit is number `low`, moved to its place there. */
static Val overlap(Lower *l, Val v, int64_t at, Type type, int64_t low) {
  if (at < low) return emit_convert(l, shift(l, OP_LSHR, v, low - at), type);
  return shift(l, OP_SHL, emit_convert(l, v, type), at - low);
}

/* Bits low .. of the integer lanes `from`, as a value of `type`; bits that they do not
 * have are zero. */
static Val gather(Lower *l, const Vals *from, int64_t low, Type type) {
  int64_t bits = ir_type_bits(l->p, type), at = 0;
  Type as = type_int((unsigned)bits);
  Val whole = VAL_NONE;
  for (uint32_t i = 0; i < from->count; i++) {
    int64_t width = ir_type_bits(l->p, val_type(l, from->v[i]));
    if (at + width > low && at < low + bits) {
      Val piece = overlap(l, from->v[i], at, as, low);
      whole = val_none(whole) ? piece : emit_op(l, OP_OR, as, whole, piece);
    }
    at += width;
  }
  if (val_none(whole)) whole = build_int(l->p, as, 0);
  return from_int(l, whole, type);
}

/* Lane after lane, from bit `low` of the source on. */
static const Vals *gather_all(Lower *l, const Vals *from, int64_t low, const Layout *to) {
  Vals *result = vals_new(l, to->count);
  for (uint32_t i = 0; i < to->count; i++) {
    result->v[i] = gather(l, from, low, to->lanes[i].type);
    low += ir_type_bits(l->p, to->lanes[i].type);
  }
  return result;
}

const Vals *lower_bits(Lower *l, const Vals *from, const Layout *to) {
  return gather_all(l, as_ints(l, from), 0, to);
}

/* ---- wide integers ---- */

bool type_is_wide_int(LLVMTypeRef type) {
  return LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) > 128;
}

static Val sign_word(Lower *l, Val top) {
  Type type = val_type(l, top);
  unsigned bits = ir_type_bits(l->p, type);
  Val sign = shift(l, OP_ASHR, top, bits - 1);
  if (bits == 64) return sign;
  return emit_op(l, bits < 64 ? OP_SEXT : OP_TRUNC, type_int(64), sign);
}

/* The number with `words` more lanes of its sign above it. */
static const Vals *with_sign(Lower *l, const Vals *from, uint32_t words) {
  Vals *result = vals_new(l, from->count + words);
  Val top = from->v[from->count - 1];
  Val sign = sign_word(l, top);
  for (uint32_t i = 0; i < from->count; i++) result->v[i] = from->v[i];
  for (uint32_t i = 0; i < words; i++) result->v[from->count + i] = sign;
  return result;
}

const Vals *lower_wide_cast(Lower *l, const Vals *from, const Layout *to,
                            bool is_signed) {
  if (is_signed) from = with_sign(l, from, to->count);
  return gather_all(l, from, 0, to);
}

static const Vals *shift_wide(Lower *l, const Vals *a, const Vals *b, const Layout *to,
                              Op op) {
  int64_t amount;
  if (!ir_const_int(l->p, b->v[0], &amount) || amount < 0) return NULL;
  for (uint32_t i = 1; i < b->count; i++) {
    int64_t high;
    if (!ir_const_int(l->p, b->v[i], &high) || high) return NULL;
  }
  if (op == OP_ASHR) a = with_sign(l, a, to->count);
  return gather_all(l, a, op == OP_SHL ? -amount : amount, to);
}

const Vals *lower_wide_binary(Lower *l, Op op, const Vals *a, const Vals *b,
                              const Layout *to) {
  if (op == OP_SHL || op == OP_LSHR || op == OP_ASHR) return shift_wide(l, a, b, to, op);
  if (op != OP_AND && op != OP_OR && op != OP_XOR) return NULL;
  Vals *result = vals_new(l, to->count);
  for (uint32_t i = 0; i < to->count; i++)
    result->v[i] = emit_op(l, op, to->lanes[i].type, a->v[i], b->v[i]);
  return result;
}

/* Equal when all lanes are; less when the highest lane that differs is. */
Val lower_wide_compare(Lower *l, IcmpPred pred, const Vals *a, const Vals *b) {
  Type bit = type_int(1);
  bool equal = pred == ICMP_EQ || pred == ICMP_NE;
  bool is_signed = pred == ICMP_SLT || pred == ICMP_SLE;
  IcmpPred lowest = pred == ICMP_SLT ? ICMP_ULT : pred == ICMP_SLE ? ICMP_ULE : pred;
  Val all = emit_icmp(l, lowest, a->v[0], b->v[0]);
  for (uint32_t i = 1; i < a->count; i++) {
    if (equal) {
      Val lane = emit_icmp(l, pred, a->v[i], b->v[i]);
      all = emit_op(l, pred == ICMP_EQ ? OP_AND : OP_OR, bit, all, lane);
      continue;
    }
    bool top = i + 1 == a->count;
    Val less = emit_icmp(l, is_signed && top ? ICMP_SLT : ICMP_ULT, a->v[i], b->v[i]);
    Val same = emit_icmp(l, ICMP_EQ, a->v[i], b->v[i]);
    all = emit_op(l, OP_SELECT, bit, same, all, less);
  }
  return all;
}
