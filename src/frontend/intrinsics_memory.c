/* Intrinsics on memory and the stack, and those that only carry advice. */
#include "frontend/intrinsics.h"

#include <string.h>

/* ---- without meaning here ---- */

CALL_FUNCTION(call_nothing) { return vals_new(l, 0); }

CALL_FUNCTION(call_first) { return call->args[0]; }

CALL_FUNCTION(call_last) { return call->args[call->count - 1]; }

CALL_FUNCTION(call_number) {
  if (call->result->count != 1) return NULL;
  Type type = call->result->lanes[0].type;
  return vals_one(l, build_int(l->p, type, (uint64_t)known->detail));
}

CALL_FUNCTION(call_abort) {
  Inst inst = {.op = OP_ABORT, .sym = intern_string(l->p->names, known->text)};
  emit_jump(l, inst, NULL, 0, NULL, 0);
  return vals_new(l, 0);
}

CALL_FUNCTION(call_any_number) {
  if (call->result->count != 1) return NULL;
  Inst inst = {.op = OP_INPUT, .type = call->result->lanes[0].type};
  inst.sym = intern_string(l->p->names, known->text);
  return vals_one(l, emit_inst(l, inst, NULL, 0));
}

/* Not known at compile time: the answer for that is 0 or -1, by the second argument. */
CALL_FUNCTION(call_object_size) {
  int64_t least = 0;
  ir_const_int(l->p, call->args[1]->v[0], &least);
  Type type = call->result->lanes[0].type;
  return vals_one(l, build_int(l->p, type, least ? 0 : ~(uint64_t)0));
}

/* ---- blocks of bytes ---- */

/* The assignment of a struct carries the types of its members; a call of memcpy does not.
 * An array's or struct's initialiser is copied from a constant that has no other name. */
static bool is_assignment(Lower *l, const Call *call) {
  if (!call->inst) return false;
  if (LLVMGetMetadata(call->inst, l->tbaa_struct_kind)) return true;
  LLVMValueRef from = LLVMIsAGlobalVariable(LLVMGetOperand(call->inst, 1));
  return from && !strncmp(LLVMGetValueName(from), "__const.", 8);
}

static uint8_t volatile_flag(Lower *l, const Call *call) {
  int64_t value = 0;
  ir_const_int(l->p, call->args[3]->v[0], &value);
  return value ? INST_VOLATILE : 0;
}

CALL_FUNCTION(call_copy) {
  Inst inst = {.op = (uint8_t)known->detail};
  if (known->detail == OP_COPY && is_assignment(l, call)) inst.flags |= INST_SCALAR_COPY;
  inst.flags |= volatile_flag(l, call);
  Val size = emit_convert(l, call->args[2]->v[0], l->word);
  emit_inst(l, inst, (const Val[]){call->args[0]->v[0], call->args[1]->v[0], size}, 3);
  return vals_new(l, 0);
}

CALL_FUNCTION(call_fill) {
  Val size = emit_convert(l, call->args[2]->v[0], l->word);
  emit_inst(l, (Inst){.op = OP_FILL, .flags = volatile_flag(l, call)},
            (const Val[]){call->args[0]->v[0], call->args[1]->v[0], size}, 3);
  return vals_new(l, 0);
}

/* ---- the life of locals ---- */

/* A marker on something else than a local: its start can be left out, its end cannot. */
CALL_FUNCTION(call_scope) {
  Val local = call->args[call->count - 1]->v[0];
  LLVMValueRef given = call->inst ? LLVMGetOperand(call->inst, call->count - 1) : NULL;
  if (given && LLVMIsAAllocaInst(given))
    emit_op(l, (Op)known->detail, type_void(), local);
  else if (known->detail == OP_SCOPE_END)
    return NULL;
  return vals_new(l, 0);
}

CALL_FUNCTION(call_stack_save) {
  return vals_one(l, emit(l, OP_STACK_SAVE, type_ptr(), NULL, 0));
}

CALL_FUNCTION(call_stack_restore) {
  emit_op(l, OP_STACK_RESTORE, type_void(), call->args[0]->v[0]);
  return vals_new(l, 0);
}

/* ---- variadic arguments ---- */

/* On x86-64 a va_list is {gp_offset, fp_offset, overflow area, register area}. With both
 * offsets past the registers, the code that clang makes for va_arg always takes the
 * memory path, in slots of 8 bytes. */
enum { GP_OFFSET_END = 48, FP_OFFSET_END = 176 };

static void store(Lower *l, Val value, Val at, int64_t offset) {
  Val to = emit_offset(l, at, offset);
  emit_inst(l, (Inst){.op = OP_STORE}, (const Val[]){value, to}, 2);
}

CALL_FUNCTION(call_va_start) {
  if (!l->x86) return NULL;
  Val list = call->args[0]->v[0];
  Inst made = {.op = OP_VARARGS, .type = type_ptr()};
  made.name = intern_string(l->p->names, "varargs");
  Val area = emit_inst(l, made, NULL, 0);
  if (l->p->ptr_bits == 32) {
    store(l, area, list, 0);
    return vals_new(l, 0);
  }
  store(l, build_int(l->p, type_int(32), GP_OFFSET_END), list, 0);
  store(l, build_int(l->p, type_int(32), FP_OFFSET_END), list, 4);
  store(l, area, list, 8);
  store(l, build_null(l->p), list, 16);
  return vals_new(l, 0);
}

CALL_FUNCTION(call_va_copy) {
  if (!l->x86) return NULL;
  Inst inst = {.op = OP_COPY, .flags = INST_SCALAR_COPY};
  Val size = build_int(l->p, l->word, l->p->ptr_bits == 32 ? 4 : 24);
  emit_inst(l, inst, (const Val[]){call->args[0]->v[0], call->args[1]->v[0], size}, 3);
  return vals_new(l, 0);
}
