/* Instructions that compute from their operands, lane by lane, and the dispatch to the
 * files for all others. */
#include "frontend/lower.h"

/* ---- arithmetic ---- */

static Op binary_op(LLVMOpcode opcode) {
  switch (opcode) {
  case LLVMAdd: return OP_ADD;
  case LLVMSub: return OP_SUB;
  case LLVMMul: return OP_MUL;
  case LLVMUDiv: return OP_UDIV;
  case LLVMSDiv: return OP_SDIV;
  case LLVMURem: return OP_UREM;
  case LLVMSRem: return OP_SREM;
  case LLVMAnd: return OP_AND;
  case LLVMOr: return OP_OR;
  case LLVMXor: return OP_XOR;
  case LLVMShl: return OP_SHL;
  case LLVMLShr: return OP_LSHR;
  case LLVMAShr: return OP_ASHR;
  case LLVMFAdd: return OP_FADD;
  case LLVMFSub: return OP_FSUB;
  case LLVMFMul: return OP_FMUL;
  case LLVMFDiv: return OP_FDIV;
  case LLVMFRem: return OP_FREM;
  default: return OP_COUNT;
  }
}

/* The offset of a row in an array of variable width: clang's multiplication, not one of
 * the source, which would have a name. */
static bool is_row_offset(LLVMValueRef v, LLVMOpcode opcode) {
  size_t length;
  LLVMUseRef use = LLVMGetFirstUse(v);
  LLVMGetValueName2(v, &length);
  return opcode == LLVMMul && !length && use && !LLVMGetNextUse(use) &&
         LLVMIsAGetElementPtrInst(LLVMGetUser(use));
}

bool is_of_sanitizer(LLVMValueRef inst) {
  static const char name[] = "nosanitize";
  LLVMContextRef context = LLVMGetModuleContext(
    LLVMGetGlobalParent(LLVMGetBasicBlockParent(LLVMGetInstructionParent(inst))));
  unsigned kind = LLVMGetMDKindIDInContext(context, name, sizeof name - 1);
  return LLVMGetMetadata(inst, kind) != NULL;
}

static uint8_t overflow_flag(LLVMValueRef v, LLVMOpcode opcode) {
  bool can =
    opcode == LLVMAdd || opcode == LLVMSub || opcode == LLVMMul || opcode == LLVMShl;
  if (LLVMIsAInstruction(v) && is_of_sanitizer(v)) return 0;
  return can && LLVMGetNSW(v) && !is_row_offset(v, opcode) ? INST_NSW : 0;
}

/* A lane of ours that stands for bits we cannot compute with makes the result opaque. */
static bool is_exotic(Lower *l, LLVMValueRef v) {
  const Layout *layout = type_layout(l, LLVMTypeOf(v));
  return layout->exotic || !layout->known;
}

static const Vals *opaque_result(Lower *l, LLVMValueRef v, const char *reason) {
  return emit_opaque_user(l, type_layout(l, LLVMTypeOf(v)), reason, v);
}

static bool is_wide(LLVMValueRef v) { return type_is_wide_int(LLVMTypeOf(v)); }

static const Vals *wide_binary(Lower *l, LLVMValueRef v, LLVMOpcode opcode) {
  const Vals *a = lower_operand(l, LLVMGetOperand(v, 0));
  const Vals *b = lower_operand(l, LLVMGetOperand(v, 1));
  return lower_wide_binary(l, binary_op(opcode), a, b, type_layout(l, LLVMTypeOf(v)));
}

static const Vals *lower_binary(Lower *l, LLVMValueRef v, LLVMOpcode opcode,
                                bool is_inst) {
  const Vals *wide = is_wide(v) ? wide_binary(l, v, opcode) : NULL;
  if (wide) return wide;
  if (is_exotic(l, v)) return opaque_result(l, v, "arithmetic of an unusual width");
  const Vals *a = lower_operand(l, LLVMGetOperand(v, 0));
  const Vals *b = lower_operand(l, LLVMGetOperand(v, 1));
  Vals *result = vals_new(l, a->count);
  Inst inst = {.op = (uint8_t)binary_op(opcode), .name = lower_name(l, v)};
  if (is_inst) inst.flags = overflow_flag(v, opcode);
  for (uint32_t i = 0; i < a->count; i++) {
    inst.type = val_type(l, a->v[i]);
    result->v[i] = emit_inst(l, inst, (const Val[]){a->v[i], b->v[i]}, 2);
  }
  return result;
}

static bool is_wide_cast(LLVMValueRef v, Op op) {
  bool resizes = op == OP_TRUNC || op == OP_ZEXT || op == OP_SEXT;
  return resizes && (is_wide(v) || is_wide(LLVMGetOperand(v, 0)));
}

/* Promotion puts constants where variables were; only casts of them are worth folding,
 * since indices and sizes go through one. */
static bool fold_cast(Lower *l, Op op, Val v, Type to, Val *out) {
  int64_t value;
  bool resizes = op == OP_TRUNC || op == OP_ZEXT || op == OP_SEXT;
  if (!resizes || ir_type_bits(l->p, to) > 64 || !ir_const_int(l->p, v, &value))
    return false;
  unsigned bits = ir_type_bits(l->p, val_type(l, v));
  if (op == OP_ZEXT && bits < 64) value &= (int64_t)(((uint64_t)1 << bits) - 1);
  *out = build_int(l->p, to, (uint64_t)value);
  return true;
}

static const Vals *lower_each(Lower *l, LLVMValueRef v, Op op) {
  const Layout *layout = type_layout(l, LLVMTypeOf(v));
  if (is_wide_cast(v, op))
    return lower_wide_cast(l, lower_operand(l, LLVMGetOperand(v, 0)), layout,
                           op == OP_SEXT);
  if (is_exotic(l, v) || is_exotic(l, LLVMGetOperand(v, 0)))
    return opaque_result(l, v, "arithmetic of an unusual width");
  const Vals *from = lower_operand(l, LLVMGetOperand(v, 0));
  Vals *result = vals_new(l, layout->count);
  for (uint32_t i = 0; i < layout->count; i++) {
    Type type = layout->lanes[i].type;
    if (!fold_cast(l, op, from->v[i], type, &result->v[i]))
      result->v[i] = emit_op(l, op, type, from->v[i]);
  }
  return result;
}

/* ---- comparisons ---- */

static bool icmp_pred(LLVMIntPredicate pred, IcmpPred *out, bool *swap) {
  *swap =
    pred == LLVMIntUGT || pred == LLVMIntUGE || pred == LLVMIntSGT || pred == LLVMIntSGE;
  switch (pred) {
  case LLVMIntEQ: *out = ICMP_EQ; return true;
  case LLVMIntNE: *out = ICMP_NE; return true;
  case LLVMIntUGT:
  case LLVMIntULT: *out = ICMP_ULT; return true;
  case LLVMIntUGE:
  case LLVMIntULE: *out = ICMP_ULE; return true;
  case LLVMIntSGT:
  case LLVMIntSLT: *out = ICMP_SLT; return true;
  case LLVMIntSGE:
  case LLVMIntSLE: *out = ICMP_SLE; return true;
  }
  return false;
}

static const Vals *lower_icmp(Lower *l, LLVMValueRef v) {
  IcmpPred pred;
  bool swap;
  bool known = icmp_pred(LLVMGetICmpPredicate(v), &pred, &swap);
  bool wide = is_wide(LLVMGetOperand(v, 0));
  if (!known || (is_exotic(l, LLVMGetOperand(v, 0)) && !wide))
    return opaque_result(l, v, "comparison of an unusual width");
  const Vals *a = lower_operand(l, LLVMGetOperand(v, swap ? 1 : 0));
  const Vals *b = lower_operand(l, LLVMGetOperand(v, swap ? 0 : 1));
  if (wide) return vals_one(l, lower_wide_compare(l, pred, a, b));
  Vals *result = vals_new(l, a->count);
  Inst inst = {.op = OP_ICMP, .pred = (uint8_t)pred, .type = type_int(1)};
  inst.name = lower_name(l, v);
  for (uint32_t i = 0; i < a->count; i++)
    result->v[i] = emit_inst(l, inst, (const Val[]){a->v[i], b->v[i]}, 2);
  return result;
}

/* LLVM and the IR number these alike. */
_Static_assert((int)FCMP_OEQ == LLVMRealOEQ && (int)FCMP_UNO == LLVMRealUNO &&
                 (int)FCMP_UNE == LLVMRealUNE && (int)FCMP_TRUE == LLVMRealPredicateTrue,
               "fcmp predicates");

static const Vals *lower_fcmp(Lower *l, LLVMValueRef v) {
  if (is_exotic(l, LLVMGetOperand(v, 0)))
    return opaque_result(l, v, "comparison of an unusual width");
  const Vals *a = lower_operand(l, LLVMGetOperand(v, 0));
  const Vals *b = lower_operand(l, LLVMGetOperand(v, 1));
  Vals *result = vals_new(l, a->count);
  Inst inst = {
    .op = OP_FCMP, .pred = (uint8_t)LLVMGetFCmpPredicate(v), .type = type_int(1)};
  inst.name = lower_name(l, v);
  for (uint32_t i = 0; i < a->count; i++)
    result->v[i] = emit_inst(l, inst, (const Val[]){a->v[i], b->v[i]}, 2);
  return result;
}

/* ---- choosing and casting ---- */

static const Vals *lower_select(Lower *l, LLVMValueRef v) {
  const Vals *condition = lower_operand(l, LLVMGetOperand(v, 0));
  const Vals *yes = lower_operand(l, LLVMGetOperand(v, 1));
  const Vals *no = lower_operand(l, LLVMGetOperand(v, 2));
  Vals *result = vals_new(l, yes->count);
  for (uint32_t i = 0; i < yes->count; i++) {
    Val which = condition->v[condition->count == 1 ? 0 : i];
    Type type = val_type(l, yes->v[i]);
    result->v[i] = emit_op(l, OP_SELECT, type, which, yes->v[i], no->v[i]);
  }
  return result;
}

static const Vals *lower_freeze(Lower *l, LLVMValueRef v) {
  const Vals *from = lower_operand(l, LLVMGetOperand(v, 0));
  Vals *result = vals_new(l, from->count);
  for (uint32_t i = 0; i < from->count; i++)
    result->v[i] = emit_op(l, OP_FREEZE, val_type(l, from->v[i]), from->v[i]);
  return result;
}

static bool same_shape(Lower *l, const Vals *from, const Layout *to) {
  if (from->count != to->count) return false;
  for (uint32_t i = 0; i < to->count; i++)
    if (ir_type_bits(l->p, val_type(l, from->v[i])) !=
        ir_type_bits(l->p, to->lanes[i].type))
      return false;
  return true;
}

static const Vals *lower_bitcast(Lower *l, LLVMValueRef v) {
  const Layout *to = type_layout(l, LLVMTypeOf(v));
  const Vals *from = lower_operand(l, LLVMGetOperand(v, 0));
  if (!same_shape(l, from, to)) return lower_bits(l, from, to);
  Vals *result = vals_new(l, to->count);
  for (uint32_t i = 0; i < to->count; i++) {
    Type type = to->lanes[i].type, old = val_type(l, from->v[i]);
    if (type_eq(type, old))
      result->v[i] = from->v[i];
    else if (type_is_ptr(type) || type_is_ptr(old))
      result->v[i] = emit_convert(l, from->v[i], type);
    else
      result->v[i] = emit_op(l, OP_BITCAST, type, from->v[i]);
  }
  return result;
}

static const Vals *lower_cast(Lower *l, LLVMValueRef v, LLVMOpcode opcode) {
  switch (opcode) {
  case LLVMTrunc: return lower_each(l, v, OP_TRUNC);
  case LLVMZExt: return lower_each(l, v, OP_ZEXT);
  case LLVMSExt: return lower_each(l, v, OP_SEXT);
  case LLVMFPToUI: return lower_each(l, v, OP_FPTOUI);
  case LLVMFPToSI: return lower_each(l, v, OP_FPTOSI);
  case LLVMUIToFP: return lower_each(l, v, OP_UITOFP);
  case LLVMSIToFP: return lower_each(l, v, OP_SITOFP);
  case LLVMFPTrunc:
  case LLVMFPExt: return lower_each(l, v, OP_FPCAST);
  case LLVMPtrToInt: return lower_each(l, v, OP_PTRTOINT);
  case LLVMIntToPtr: return lower_each(l, v, OP_INTTOPTR);
  case LLVMBitCast: return lower_bitcast(l, v);
  case LLVMAddrSpaceCast: return lower_operand(l, LLVMGetOperand(v, 0));
  default: return NULL;
  }
}

const Vals *lower_pure(Lower *l, LLVMValueRef v, LLVMOpcode opcode, bool is_inst) {
  if (binary_op(opcode) != OP_COUNT) return lower_binary(l, v, opcode, is_inst);
  switch (opcode) {
  case LLVMFNeg: return lower_each(l, v, OP_FNEG);
  case LLVMICmp: return lower_icmp(l, v);
  case LLVMFCmp: return lower_fcmp(l, v);
  case LLVMSelect: return lower_select(l, v);
  case LLVMFreeze: return lower_freeze(l, v);
  case LLVMGetElementPtr: return lower_gep(l, v);
  case LLVMExtractValue:
  case LLVMInsertValue:
  case LLVMExtractElement:
  case LLVMInsertElement:
  case LLVMShuffleVector: return lower_vector(l, v, opcode);
  default: return lower_cast(l, v, opcode);
  }
}

void lower_instruction(Lower *l, LLVMValueRef inst) {
  LLVMOpcode opcode = LLVMGetInstructionOpcode(inst);
  if (opcode == LLVMCall) {
    lower_call(l, inst);
    return;
  }
  if (lower_terminator(l, inst, opcode)) return;
  const Vals *result = lower_pure(l, inst, opcode, true);
  if (!result) result = lower_memory(l, inst, opcode);
  if (!result) result = opaque_result(l, inst, "unknown instruction");
  lower_set(l, inst, result);
}
