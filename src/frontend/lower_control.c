/* The ends of blocks. */
#include "frontend/lower.h"

static uint32_t number_of(Lower *l, LLVMBasicBlockRef block) {
  return (uint32_t)map_get(&l->blocks, (uint64_t)(uintptr_t)block, 1) - 1;
}

static void lower_branch(Lower *l, LLVMValueRef inst) {
  uint32_t targets[2] = {number_of(l, LLVMGetSuccessor(inst, 0))};
  if (!LLVMIsConditional(inst)) {
    emit_jump(l, (Inst){.op = OP_BR}, NULL, 0, targets, 1);
    return;
  }
  targets[1] = number_of(l, LLVMGetSuccessor(inst, 1));
  Val condition = lower_scalar(l, LLVMGetCondition(inst));
  emit_jump(l, (Inst){.op = OP_CBR}, &condition, 1, targets, 2);
}

/* Operands are the value, the default block, then (constant, block) pairs. */
static void lower_switch(Lower *l, LLVMValueRef inst) {
  uint32_t count = LLVMGetNumSuccessors(inst);
  Val *args = arena_new_array(l->scratch, Val, count);
  uint32_t *targets = arena_new_array(l->scratch, uint32_t, count);
  args[0] = lower_scalar(l, LLVMGetOperand(inst, 0));
  targets[0] = number_of(l, LLVMGetSwitchDefaultDest(inst));
  for (uint32_t i = 1; i < count; i++) {
    args[i] = lower_scalar(l, LLVMGetOperand(inst, 2 * i));
    targets[i] = number_of(l, LLVMGetSuccessor(inst, i));
  }
  emit_jump(l, (Inst){.op = OP_SWITCH}, args, count, targets, count);
}

/* A switch from `value` over the successors of `inst` number `first` and up, equal to
 * number(successor); none equal is unreachable. */
static void switch_over(Lower *l, LLVMValueRef inst, Val value, bool addresses) {
  uint32_t count = LLVMGetNumSuccessors(inst);
  Type type = val_type(l, value);
  Val *args = arena_new_array(l->scratch, Val, count + 1);
  uint32_t *targets = arena_new_array(l->scratch, uint32_t, count + 1);
  uint32_t made = 1, here = build_current(l->b);
  Map seen = {0};
  args[0] = value;
  targets[0] = build_block(l->b, intern_string(l->p->names, "nowhere"));
  for (uint32_t i = 0; i < count; i++) {
    LLVMBasicBlockRef to = LLVMGetSuccessor(inst, i);
    uint64_t number = addresses ? constant_block_number(l, to) : i;
    if (map_has(&seen, number)) continue;
    map_set(l->scratch, &seen, number, 1);
    args[made] = build_int(l->p, type, number);
    targets[made++] = number_of(l, to);
  }
  build_at(l->b, here);
  emit_jump(l, (Inst){.op = OP_SWITCH}, args, made, targets, made);
}

static void lower_indirect_branch(Lower *l, LLVMValueRef inst) {
  Val address = lower_scalar(l, LLVMGetOperand(inst, 0));
  switch_over(l, inst, emit_op(l, OP_PTRTOINT, l->word, address), true);
}

/* Assembly that jumps: it may do anything and go on anywhere it names. */
static void lower_call_branch(Lower *l, LLVMValueRef inst) {
  lower_set(l, inst,
            emit_opaque_user(l, type_layout(l, LLVMTypeOf(inst)), "asm goto", inst));
  Inst choice = {.op = OP_OPAQUE, .type = type_int(32)};
  choice.sym = intern_string(l->p->names, "asm goto");
  switch_over(l, inst, emit_inst(l, choice, NULL, 0), false);
}

static void lower_return(Lower *l, LLVMValueRef inst) {
  const Vals *vals = vals_new(l, 0);
  if (LLVMGetNumOperands(inst)) vals = lower_operand(l, LLVMGetOperand(inst, 0));
  emit_jump(l, (Inst){.op = OP_RET}, vals->v, vals->count, NULL, 0);
}

static void lower_unknown_end(Lower *l, LLVMValueRef inst) {
  emit_opaque(l, NULL, "unknown control flow");
  emit_jump(l, (Inst){.op = OP_UNREACHABLE}, NULL, 0, NULL, 0);
}

bool lower_terminator(Lower *l, LLVMValueRef inst, LLVMOpcode opcode) {
  switch (opcode) {
  case LLVMRet: lower_return(l, inst); return true;
  case LLVMBr: lower_branch(l, inst); return true;
  case LLVMSwitch: lower_switch(l, inst); return true;
  case LLVMIndirectBr: lower_indirect_branch(l, inst); return true;
  case LLVMCallBr: lower_call_branch(l, inst); return true;
  case LLVMUnreachable:
    emit_jump(l, (Inst){.op = OP_UNREACHABLE}, NULL, 0, NULL, 0);
    return true;
  default:
    if (!LLVMIsATerminatorInst(inst)) return false;
    lower_unknown_end(l, inst);
    return true;
  }
}
