/* Values of several lanes: taking them apart and putting them together. */
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
  if (!type_lane_range(l, LLVMTypeOf(whole), LLVMGetIndices(v), LLVMGetNumIndices(v),
                       &first, &count))
    return NULL;
  return slice(l, lower_operand(l, whole), first, count);
}

static const Vals *insert_value(Lower *l, LLVMValueRef v) {
  LLVMValueRef whole = LLVMGetOperand(v, 0);
  uint32_t first, count;
  if (!type_lane_range(l, LLVMTypeOf(whole), LLVMGetIndices(v), LLVMGetNumIndices(v),
                       &first, &count))
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
  if (constant_index(l, index, from->count / per, &n))
    return slice(l, from, n * per, per);
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
