/* Values of several lanes: taking them apart, putting them together, and the same bits seen
 * as other lanes. */
#include "frontend/lower.h"

static const Vals *slice(Lower *l, const Vals *from, uint32_t first, uint32_t count) {
  Vals *result = vals_new(l, count);
  for (uint32_t i = 0; i < count; i++) result->v[i] = from->v[first + i];
  return result;
}

static Vals *copy_with(Lower *l, const Vals *whole, uint32_t first, const Vals *part) {
  Vals *result = vals_new(l, whole->count);
  for (uint32_t i = 0; i < whole->count; i++) result->v[i] = whole->v[i];
  for (uint32_t i = 0; i < part->count; i++) result->v[first + i] = part->v[i];
  return result;
}

static const Vals *extract_value(Lower *l, LLVMValueRef v) {
  LLVMValueRef whole = LLVMGetOperand(v, 0);
  uint32_t first, count;
  if (!type_lane_range(l, LLVMTypeOf(whole), LLVMGetIndices(v), LLVMGetNumIndices(v), &first,
                       &count))
    return NULL;
  return slice(l, lower_operand(l, whole), first, count);
}

static const Vals *insert_value(Lower *l, LLVMValueRef v) {
  LLVMValueRef whole = LLVMGetOperand(v, 0);
  uint32_t first, count;
  if (!type_lane_range(l, LLVMTypeOf(whole), LLVMGetIndices(v), LLVMGetNumIndices(v), &first,
                       &count))
    return NULL;
  return copy_with(l, lower_operand(l, whole), first,
                   lower_operand(l, LLVMGetOperand(v, 1)));
}

/* Elements of wide integers have several lanes each. */
static uint32_t lanes_per_element(Lower *l, LLVMTypeRef vector) {
  return type_layout(l, LLVMGetElementType(vector))->count;
}

static bool constant_index(Lower *l, Val index, uint32_t limit, uint32_t *out) {
  int64_t value;
  if (!ir_const_int(l->p, index, &value) || value < 0 || value >= limit) return false;
  *out = (uint32_t)value;
  return true;
}

static Val is_index(Lower *l, Val index, uint32_t n) {
  return emit_icmp(l, ICMP_EQ, index, build_int(l->p, val_type(l, index), n));
}

static const Vals *extract_element(Lower *l, LLVMValueRef v) {
  LLVMValueRef vector = LLVMGetOperand(v, 0);
  const Vals *from = lower_operand(l, vector);
  Val index = lower_scalar(l, LLVMGetOperand(v, 1));
  uint32_t per = lanes_per_element(l, LLVMTypeOf(vector)), n;
  if (!per) return NULL;
  if (constant_index(l, index, from->count / per, &n)) return slice(l, from, n * per, per);
  if (per != 1) return NULL;
  Val chosen = from->v[from->count - 1];
  for (uint32_t i = 0; i + 1 < from->count; i++)
    chosen = emit_op(l, OP_SELECT, val_type(l, chosen), is_index(l, index, i), from->v[i],
                     chosen);
  return vals_one(l, chosen);
}

static const Vals *insert_element(Lower *l, LLVMValueRef v) {
  LLVMValueRef vector = LLVMGetOperand(v, 0);
  const Vals *whole = lower_operand(l, vector);
  const Vals *part = lower_operand(l, LLVMGetOperand(v, 1));
  Val index = lower_scalar(l, LLVMGetOperand(v, 2));
  uint32_t per = lanes_per_element(l, LLVMTypeOf(vector)), n;
  if (!per) return NULL;
  if (constant_index(l, index, whole->count / per, &n))
    return copy_with(l, whole, n * per, part);
  if (per != 1) return NULL;
  Vals *result = vals_new(l, whole->count);
  for (uint32_t i = 0; i < whole->count; i++)
    result->v[i] = emit_op(l, OP_SELECT, val_type(l, part->v[0]), is_index(l, index, i),
                           part->v[0], whole->v[i]);
  return result;
}

static const Vals *shuffle_vector(Lower *l, LLVMValueRef v) {
  LLVMValueRef first = LLVMGetOperand(v, 0);
  const Vals *a = lower_operand(l, first), *b = lower_operand(l, LLVMGetOperand(v, 1));
  uint32_t per = lanes_per_element(l, LLVMTypeOf(first));
  uint32_t size = LLVMGetVectorSize(LLVMTypeOf(first));
  unsigned count = LLVMGetNumMaskElements(v);
  Vals *result = vals_new(l, count * per);
  for (unsigned i = 0; i < count; i++) {
    int at = LLVMGetMaskValue(v, i);
    for (uint32_t k = 0; k < per; k++) {
      Val any = build_undef(l->p, val_type(l, a->v[k]));
      const Vals *from = at < (int)size ? a : b;
      uint32_t n = (uint32_t)(at < (int)size ? at : at - (int)size);
      result->v[i * per + k] = at < 0 ? any : from->v[n * per + k];
    }
  }
  return result;
}

const Vals *lower_vector(Lower *l, LLVMValueRef v, LLVMOpcode opcode) {
  switch (opcode) {
  case LLVMExtractValue: return extract_value(l, v);
  case LLVMInsertValue: return insert_value(l, v);
  case LLVMExtractElement: return extract_element(l, v);
  case LLVMInsertElement: return insert_element(l, v);
  case LLVMShuffleVector: return shuffle_vector(l, v);
  default: return NULL;
  }
}

/* ---- the same bits in other lanes ---- */

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

static Val shift(Lower *l, Op op, Val v, uint32_t amount) {
  Type type = val_type(l, v);
  return amount ? emit_op(l, op, type, v, build_int(l->p, type, amount)) : v;
}

/* The part of source lane `v` (bits at .. at + width) that falls into the lane of `type` at
 * bits low .. low + bits, moved to its place. */
static Val overlap(Lower *l, Val v, uint32_t at, Type type, uint32_t low) {
  if (at < low) return emit_convert(l, shift(l, OP_LSHR, v, low - at), type);
  return shift(l, OP_SHL, emit_convert(l, v, type), at - low);
}

static Val gather(Lower *l, const Vals *from, uint32_t low, Type type) {
  uint32_t bits = ir_type_bits(l->p, type), at = 0;
  Type as = type_int(bits);
  Val whole = VAL_NONE;
  for (uint32_t i = 0; i < from->count; i++) {
    uint32_t width = ir_type_bits(l->p, val_type(l, from->v[i]));
    if (at + width > low && at < low + bits) {
      Val piece = overlap(l, from->v[i], at, as, low);
      whole = val_none(whole) ? piece : emit_op(l, OP_OR, as, whole, piece);
    }
    at += width;
  }
  return val_none(whole) ? build_undef(l->p, type) : from_int(l, whole, type);
}

const Vals *lower_bits(Lower *l, const Vals *from, const Layout *to) {
  Vals *numbers = vals_new(l, from->count);
  for (uint32_t i = 0; i < from->count; i++) numbers->v[i] = as_int(l, from->v[i]);
  Vals *result = vals_new(l, to->count);
  uint32_t low = 0;
  for (uint32_t i = 0; i < to->count; i++) {
    result->v[i] = gather(l, numbers, low, to->lanes[i].type);
    low += ir_type_bits(l->p, to->lanes[i].type);
  }
  return result;
}
