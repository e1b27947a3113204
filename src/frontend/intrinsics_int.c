/* Intrinsics on integers and pointers. */
#include "frontend/intrinsics.h"

static Val number(Lower *l, Type type, uint64_t value) {
  return build_int(l->p, type, value);
}

static Val choose(Lower *l, Val condition, Val yes, Val no) {
  return emit_op(l, OP_SELECT, val_type(l, yes), condition, yes, no);
}

static Val smallest_signed(Lower *l, Type type) {
  unsigned bits = ir_type_bits(l->p, type);
  uint64_t top = (uint64_t)1 << ((bits - 1) % 64);
  return bits > 64 ? build_int128(l->p, type, 0, top) : build_int(l->p, type, top);
}

static Val all_ones(Lower *l, Type type) {
  return build_int128(l->p, type, ~(uint64_t)0, ~(uint64_t)0);
}

LANE_FUNCTION(lane_op) { return emit_op(l, (Op)known->detail, type, args[0]); }

LANE_FUNCTION(lane_first) { return args[0]; }

LANE_FUNCTION(lane_abs) {
  Val zero = number(l, type, 0);
  Val negated = emit_op(l, OP_SUB, type, zero, args[0]);
  return choose(l, emit_icmp(l, ICMP_SLT, args[0], zero), negated, args[0]);
}

static Val extreme(Lower *l, const Known *known, Val a, Val b) {
  bool max = known->text[1] == 'a';
  return choose(l, emit_icmp(l, (IcmpPred)known->detail, max ? b : a, max ? a : b), a, b);
}

LANE_FUNCTION(lane_extreme) { return extreme(l, known, args[0], args[1]); }

/* -1, 0 or 1. */
LANE_FUNCTION(lane_three_way) {
  IcmpPred less = known->detail ? ICMP_SLT : ICMP_ULT;
  Val more = choose(l, emit_icmp(l, less, args[1], args[0]), number(l, type, 1),
                    number(l, type, 0));
  return choose(l, emit_icmp(l, less, args[0], args[1]), all_ones(l, type), more);
}

/* ---- overflow ---- */

typedef struct Checked {
  Val result;   /* wrapped around */
  Val overflow; /* i1 */
} Checked;

/* In twice the width, where nothing overflows. */
static Checked checked_wide(Lower *l, Op op, bool is_signed, Val a, Val b, Type type) {
  Op widen = is_signed ? OP_SEXT : OP_ZEXT;
  Type wide = type_int(2 * ir_type_bits(l->p, type));
  Val exact =
    emit_op(l, op, wide, emit_op(l, widen, wide, a), emit_op(l, widen, wide, b));
  Checked made = {.result = emit_op(l, OP_TRUNC, type, exact)};
  Val again = emit_op(l, widen, wide, made.result);
  made.overflow = emit_icmp(l, ICMP_NE, again, exact);
  return made;
}

/* By the signs: a sum overflows when both operands differ in sign from it. */
static Val sum_overflow(Lower *l, bool add, bool is_signed, Val a, Val b, Val sum,
                        Type type) {
  if (!is_signed) return emit_icmp(l, ICMP_ULT, add ? sum : a, add ? a : b);
  Val left = emit_op(l, OP_XOR, type, a, sum);
  Val right = emit_op(l, OP_XOR, type, add ? b : a, add ? sum : b);
  Val both = emit_op(l, OP_AND, type, left, right);
  return emit_icmp(l, ICMP_SLT, both, number(l, type, 0));
}

/* By dividing again; -1 and 0 as divisors apart. */
static Val product_overflow(Lower *l, bool is_signed, Val a, Val b, Val product,
                            Type type) {
  Val zero = number(l, type, 0), one = number(l, type, 1), minus = all_ones(l, type);
  Val is_zero = emit_icmp(l, ICMP_EQ, a, zero),
      is_minus = emit_icmp(l, ICMP_EQ, a, minus);
  Val apart = is_signed ? emit_op(l, OP_OR, type_int(1), is_zero, is_minus) : is_zero;
  Val divisor = choose(l, apart, one, a);
  Val back = emit_op(l, is_signed ? OP_SDIV : OP_UDIV, type, product, divisor);
  Val differs = emit_icmp(l, ICMP_NE, back, b);
  if (is_signed) {
    Val negated = emit_icmp(l, ICMP_EQ, b, smallest_signed(l, type));
    differs = choose(l, is_minus, negated, differs);
  }
  return choose(l, is_zero, number(l, type_int(1), 0), differs);
}

static Checked checked(Lower *l, Op op, bool is_signed, Val a, Val b, Type type) {
  if (ir_type_bits(l->p, type) <= 64) return checked_wide(l, op, is_signed, a, b, type);
  Checked made = {.result = emit_op(l, op, type, a, b)};
  made.overflow = op == OP_MUL
                    ? product_overflow(l, is_signed, a, b, made.result, type)
                    : sum_overflow(l, op == OP_ADD, is_signed, a, b, made.result, type);
  return made;
}

/* A signed operation of the source: the flag is a check of ours, which ends the run. */
static const Vals *checked_in_source(Lower *l, const Known *known, const Call *call) {
  Vals *result = vals_new(l, 2);
  Inst inst = {.op = (uint8_t)known->detail, .flags = INST_NSW};
  inst.type = call->result->lanes[0].type;
  const Val args[] = {call->args[0]->v[0], call->args[1]->v[0]};
  result->v[0] = emit_inst(l, inst, args, 2);
  result->v[1] = number(l, type_int(1), 0);
  return result;
}

/* {results, flags}: all of the first, then all of the second. */
CALL_FUNCTION(call_with_overflow) {
  uint32_t lanes = call->result->count / 2;
  if (call->result->exotic || call->args[0]->count != lanes) return NULL;
  if (lanes == 1 && call->inst && is_of_sanitizer(call->inst))
    return checked_in_source(l, known, call);
  Vals *result = vals_new(l, 2 * lanes);
  for (uint32_t i = 0; i < lanes; i++) {
    Checked made =
      checked(l, (Op)known->detail, known->text[0] == 's', call->args[0]->v[i],
              call->args[1]->v[i], call->result->lanes[i].type);
    result->v[i] = made.result;
    result->v[lanes + i] = made.overflow;
  }
  return result;
}

LANE_FUNCTION(lane_saturated) {
  bool is_signed = known->text[0] == 's';
  Checked made = checked(l, (Op)known->detail, is_signed, args[0], args[1], type);
  Val limit = known->detail == OP_ADD ? all_ones(l, type) : number(l, type, 0);
  if (is_signed) {
    Val low = smallest_signed(l, type), zero = number(l, type, 0);
    Val high = emit_op(l, OP_XOR, type, low, all_ones(l, type));
    limit = choose(l, emit_icmp(l, ICMP_SLT, args[0], zero), low, high);
  }
  return choose(l, made.overflow, limit, made.result);
}

/* ---- shifts of two words ---- */

static Val modulo_width(Lower *l, Val amount, Type type) {
  unsigned bits = ir_type_bits(l->p, type);
  int64_t value;
  bool power = !(bits & (bits - 1));
  if (ir_const_int(l->p, amount, &value) && (power || value >= 0))
    return number(l, type, (uint64_t)value % bits);
  if (power) return emit_op(l, OP_AND, type, amount, number(l, type, bits - 1));
  return emit_op(l, OP_UREM, type, amount, number(l, type, bits));
}

/* The high (shl) or low (lshr) word of args[0]:args[1] shifted; no single shift is by the
 * whole width. */
LANE_FUNCTION(lane_funnel) {
  unsigned bits = ir_type_bits(l->p, type);
  bool left = known->detail == OP_SHL;
  Val amount = modulo_width(l, args[2], type), kept = left ? args[0] : args[1];
  int64_t value;
  bool constant = ir_const_int(l->p, amount, &value);
  if (constant && value == 0) return kept;
  Val rest =
    constant
      ? number(l, type, bits - (uint64_t)value)
      : modulo_width(l, emit_op(l, OP_SUB, type, number(l, type, bits), amount), type);
  Val high = emit_op(l, OP_SHL, type, args[0], left ? amount : rest);
  Val low = emit_op(l, OP_LSHR, type, args[1], left ? rest : amount);
  Val both = emit_op(l, OP_OR, type, high, low);
  if (constant) return both;
  return choose(l, emit_icmp(l, ICMP_EQ, amount, number(l, type, 0)), kept, both);
}

/* ---- pointers ---- */

/* The pointer moved by the difference, so that it stays a pointer into its object. */
LANE_FUNCTION(lane_pointer_mask) {
  Val address = emit_op(l, OP_PTRTOINT, l->word, args[0]);
  Val mask = emit_convert(l, args[1], l->word);
  Val masked = emit_op(l, OP_AND, l->word, address, mask);
  Val difference = emit_op(l, OP_SUB, l->word, masked, address);
  return emit_op(l, OP_ADDR, type_ptr(), args[0], difference, number(l, l->word, 1));
}

/* ---- over the lanes of a vector ---- */

CALL_FUNCTION(call_reduce) {
  const Vals *from = call->args[0];
  if (!from->count || call->result->exotic) return NULL;
  Val all = from->v[0];
  for (uint32_t i = 1; i < from->count; i++)
    all = emit_op(l, (Op)known->detail, val_type(l, all), all, from->v[i]);
  return vals_one(l, all);
}

CALL_FUNCTION(call_reduce_ordered) {
  const Vals *from = call->args[1];
  if (call->result->exotic || call->args[0]->count != 1) return NULL;
  Val all = call->args[0]->v[0];
  for (uint32_t i = 0; i < from->count; i++)
    all = emit_op(l, (Op)known->detail, val_type(l, all), all, from->v[i]);
  return vals_one(l, all);
}

CALL_FUNCTION(call_reduce_extreme) {
  const Vals *from = call->args[0];
  if (!from->count || call->result->exotic) return NULL;
  Val all = from->v[0];
  for (uint32_t i = 1; i < from->count; i++) all = extreme(l, known, all, from->v[i]);
  return vals_one(l, all);
}
