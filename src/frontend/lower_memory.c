/* Addresses, loads and stores, locals, and atomic accesses (as plain ones: a run of ours
 * has one thread). */
#include "frontend/lower.h"

/* ---- getelementptr ---- */

typedef struct Address {
  int64_t imm;
  Val args[1 + 2 * 32]; /* base, then (index, scale) pairs */
  uint32_t count;
} Address;

/* An index is a signed number of the address's width. */
static Val index_word(Lower *l, Val index) {
  Type type = val_type(l, index);
  unsigned bits = ir_type_bits(l->p, type);
  if (bits == l->p->ptr_bits) return index;
  return emit_op(l, bits < l->p->ptr_bits ? OP_SEXT : OP_TRUNC, l->word, index);
}

static bool add_index(Lower *l, Address *address, LLVMValueRef index, uint64_t scale) {
  if (LLVMIsAConstantInt(index)) {
    address->imm += LLVMConstIntGetSExtValue(index) * (int64_t)scale;
    return true;
  }
  if (address->count + 2 > sizeof address->args / sizeof *address->args) return false;
  const Vals *lanes = lower_operand(l, index);
  if (lanes->count != 1) return false;
  if (!scale) return true;
  address->args[address->count++] = index_word(l, lanes->v[0]);
  address->args[address->count++] = build_int(l->p, l->word, scale);
  return true;
}

static bool add_indices(Lower *l, Address *address, LLVMValueRef v) {
  LLVMTypeRef type = LLVMGetGEPSourceElementType(v);
  unsigned count = (unsigned)LLVMGetNumOperands(v);
  for (unsigned i = 1; i < count; i++) {
    LLVMValueRef index = LLVMGetOperand(v, i);
    if (i > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
      if (!LLVMIsAConstantInt(index)) return false;
      unsigned field = (unsigned)LLVMConstIntGetZExtValue(index);
      address->imm += (int64_t)LLVMOffsetOfElement(l->layout, type, field);
      type = LLVMStructGetTypeAtIndex(type, field);
      continue;
    }
    if (i > 1) type = LLVMGetElementType(type);
    if (!add_index(l, address, index, type_size(l, type))) return false;
  }
  return true;
}

const Vals *lower_gep(Lower *l, LLVMValueRef v) {
  const Layout *layout = type_layout(l, LLVMTypeOf(v));
  const Vals *base = lower_operand(l, LLVMGetOperand(v, 0));
  Address address = {.count = 1};
  if (layout->count != 1 || base->count != 1)
    return emit_opaque_user(l, layout, "vector of addresses", v);
  address.args[0] = base->v[0];
  if (!add_indices(l, &address, v))
    return emit_opaque_user(l, layout, "unusual address", v);
  if (l->p->ptr_bits == 32) address.imm = (int32_t)address.imm;
  bool fixed = address.count == 1;
  if (fixed && (!address.imm || val_is_const(base->v[0])))
    return vals_one(l, emit_offset(l, base->v[0], address.imm));
  Inst inst = {.op = OP_ADDR, .type = type_ptr(), .imm = address.imm};
  inst.name = lower_name(l, v);
  return vals_one(l, emit_inst(l, inst, address.args, address.count));
}

/* ---- loads and stores ---- */

const Vals *emit_load(Lower *l, Val at, const Layout *layout, uint8_t flags, Sym name) {
  Vals *result = vals_new(l, layout->count);
  for (uint32_t i = 0; i < layout->count; i++) {
    Val from = emit_offset(l, at, (int64_t)layout->lanes[i].offset);
    Inst inst = {
      .op = OP_LOAD, .type = layout->lanes[i].type, .flags = flags, .name = name};
    result->v[i] = emit_inst(l, inst, &from, 1);
  }
  return result;
}

void emit_store(Lower *l, Val at, const Vals *vals, const Layout *layout, uint8_t flags) {
  for (uint32_t i = 0; i < layout->count; i++) {
    Val to = emit_offset(l, at, (int64_t)layout->lanes[i].offset);
    Inst inst = {.op = OP_STORE, .flags = flags};
    emit_inst(l, inst, (const Val[]){vals->v[i], to}, 2);
  }
}

static uint8_t access_flags(LLVMValueRef inst) {
  return LLVMGetVolatile(inst) ? INST_VOLATILE : 0;
}

static const Vals *lower_load(Lower *l, LLVMValueRef inst) {
  const Layout *layout = type_layout(l, LLVMTypeOf(inst));
  const char *reason = "load of an unusual type";
  if (!layout->known || layout->bit_packed)
    return emit_opaque_user(l, layout, reason, inst);
  Val at = lower_scalar(l, LLVMGetOperand(inst, 0));
  return emit_load(l, at, layout, access_flags(inst), lower_name(l, inst));
}

static const Vals *lower_store(Lower *l, LLVMValueRef inst) {
  LLVMValueRef value = LLVMGetOperand(inst, 0);
  const Layout *layout = type_layout(l, LLVMTypeOf(value));
  const char *reason = "store of an unusual type";
  if (!layout->known || layout->bit_packed)
    return emit_opaque_user(l, NULL, reason, inst);
  const Vals *vals = lower_operand(l, value);
  Val at = lower_scalar(l, LLVMGetOperand(inst, 1));
  emit_store(l, at, vals, layout, access_flags(inst));
  return vals_new(l, 0);
}

/* ---- locals ---- */

static Val alloca_bytes(Lower *l, LLVMValueRef inst) {
  uint64_t size = type_size(l, LLVMGetAllocatedType(inst));
  LLVMValueRef length = LLVMGetOperand(inst, 0);
  if (LLVMIsAConstantInt(length))
    return build_int(l->p, l->word, size * LLVMConstIntGetZExtValue(length));
  Val count = emit_convert(l, lower_scalar(l, length), l->word);
  if (size == 1) return count;
  return emit_op(l, OP_MUL, l->word, count, build_int(l->p, l->word, size));
}

static const Vals *lower_alloca(Lower *l, LLVMValueRef inst) {
  Val bytes = alloca_bytes(l, inst);
  Inst made = {.op = OP_ALLOCA, .type = type_ptr(), .name = lower_name(l, inst)};
  made.imm = LLVMGetAlignment(inst);
  if (!made.imm) made.imm = 1;
  return vals_one(l, emit_inst(l, made, &bytes, 1));
}

/* ---- atomics ---- */

static Val choose(Lower *l, Val condition, Val yes, Val no) {
  return emit_op(l, OP_SELECT, val_type(l, yes), condition, yes, no);
}

static Val wrap_step(Lower *l, Val old, Val limit, bool up) {
  Type type = val_type(l, old);
  Val one = build_int(l->p, type, 1), zero = build_int(l->p, type, 0);
  if (up) {
    Val past = emit_icmp(l, ICMP_ULE, limit, old);
    return choose(l, past, zero, emit_op(l, OP_ADD, type, old, one));
  }
  Val first = emit_icmp(l, ICMP_EQ, old, zero), over = emit_icmp(l, ICMP_ULT, limit, old);
  Val restart = emit_op(l, OP_OR, type_int(1), first, over);
  return choose(l, restart, limit, emit_op(l, OP_SUB, type, old, one));
}

static Val float_extreme(Lower *l, Val a, Val b, const char *name) {
  unsigned bits = ir_type_bits(l->p, val_type(l, a));
  const char *suffix = bits == 32 ? "f" : bits == 80 ? "l" : "";
  Inst inst = {.op = OP_MATH, .type = val_type(l, a)};
  inst.sym = intern_string(l->p->names, arena_printf(l->scratch, "%s%s", name, suffix));
  return emit_inst(l, inst, (const Val[]){a, b}, 2);
}

static bool combine(Lower *l, LLVMAtomicRMWBinOp op, Val old, Val with, Val *out) {
  Type type = val_type(l, old);
  if (type_is_ptr(type) && op != LLVMAtomicRMWBinOpXchg) return false;
  switch (op) {
  case LLVMAtomicRMWBinOpXchg: *out = with; break;
  case LLVMAtomicRMWBinOpAdd: *out = emit_op(l, OP_ADD, type, old, with); break;
  case LLVMAtomicRMWBinOpSub: *out = emit_op(l, OP_SUB, type, old, with); break;
  case LLVMAtomicRMWBinOpAnd: *out = emit_op(l, OP_AND, type, old, with); break;
  case LLVMAtomicRMWBinOpNand:
    *out = emit_op(l, OP_XOR, type, emit_op(l, OP_AND, type, old, with),
                   build_int128(l->p, type, ~(uint64_t)0, ~(uint64_t)0));
    break;
  case LLVMAtomicRMWBinOpOr: *out = emit_op(l, OP_OR, type, old, with); break;
  case LLVMAtomicRMWBinOpXor: *out = emit_op(l, OP_XOR, type, old, with); break;
  case LLVMAtomicRMWBinOpMax:
    *out = choose(l, emit_icmp(l, ICMP_SLT, with, old), old, with);
    break;
  case LLVMAtomicRMWBinOpMin:
    *out = choose(l, emit_icmp(l, ICMP_SLT, old, with), old, with);
    break;
  case LLVMAtomicRMWBinOpUMax:
    *out = choose(l, emit_icmp(l, ICMP_ULT, with, old), old, with);
    break;
  case LLVMAtomicRMWBinOpUMin:
    *out = choose(l, emit_icmp(l, ICMP_ULT, old, with), old, with);
    break;
  case LLVMAtomicRMWBinOpFAdd: *out = emit_op(l, OP_FADD, type, old, with); break;
  case LLVMAtomicRMWBinOpFSub: *out = emit_op(l, OP_FSUB, type, old, with); break;
  case LLVMAtomicRMWBinOpFMax: *out = float_extreme(l, old, with, "fmax"); break;
  case LLVMAtomicRMWBinOpFMin: *out = float_extreme(l, old, with, "fmin"); break;
  case LLVMAtomicRMWBinOpUIncWrap: *out = wrap_step(l, old, with, true); break;
  case LLVMAtomicRMWBinOpUDecWrap: *out = wrap_step(l, old, with, false); break;
  default: return false;
  }
  return true;
}

static const Vals *lower_atomic_rmw(Lower *l, LLVMValueRef inst) {
  const Layout *layout = type_layout(l, LLVMTypeOf(inst));
  if (layout->count != 1 || layout->exotic)
    return emit_opaque_user(l, layout, "atomic operation", inst);
  Val at = lower_scalar(l, LLVMGetOperand(inst, 0));
  Val with = lower_scalar(l, LLVMGetOperand(inst, 1));
  const Vals *old = emit_load(l, at, layout, access_flags(inst), lower_name(l, inst));
  Val next;
  if (!combine(l, LLVMGetAtomicRMWBinOp(inst), old->v[0], with, &next))
    return emit_opaque_user(l, layout, "atomic operation", inst);
  emit_store(l, at, vals_one(l, next), layout, access_flags(inst));
  return old;
}

/* Stores what was there when the comparison fails: the same bytes. */
static const Vals *lower_compare_exchange(Lower *l, LLVMValueRef inst) {
  LLVMValueRef expected = LLVMGetOperand(inst, 1);
  const Layout *layout = type_layout(l, LLVMTypeOf(expected));
  const Layout *pair = type_layout(l, LLVMTypeOf(inst));
  if (layout->count != 1 || layout->exotic)
    return emit_opaque_user(l, pair, "atomic operation", inst);
  Val at = lower_scalar(l, LLVMGetOperand(inst, 0));
  const Vals *old = emit_load(l, at, layout, access_flags(inst), (Sym){0});
  Val same = emit_icmp(l, ICMP_EQ, old->v[0], lower_scalar(l, expected));
  Val next = choose(l, same, lower_scalar(l, LLVMGetOperand(inst, 2)), old->v[0]);
  emit_store(l, at, vals_one(l, next), layout, access_flags(inst));
  Vals *result = vals_new(l, 2);
  result->v[0] = old->v[0];
  result->v[1] = same;
  return result;
}

/* The instruction itself; clang writes va_arg out in terms of the va_list. On i386 that
 * is one pointer, moved on by the slots of the type. */
static const Vals *lower_va_arg(Lower *l, LLVMValueRef inst) {
  const Layout *layout = type_layout(l, LLVMTypeOf(inst));
  if (!l->x86 || l->p->ptr_bits != 32 || layout->bit_packed || !layout->known)
    return emit_opaque_user(l, layout, "va_arg", inst);
  Val list = lower_scalar(l, LLVMGetOperand(inst, 0));
  const Layout *pointer = type_layout(l, LLVMTypeOf(LLVMGetOperand(inst, 0)));
  Val at = emit_load(l, list, pointer, 0, (Sym){0})->v[0];
  Val next = emit_offset(l, at, (int64_t)((layout->size + 3) / 4 * 4));
  emit_store(l, list, vals_one(l, next), pointer, 0);
  return emit_load(l, at, layout, 0, lower_name(l, inst));
}

const Vals *lower_memory(Lower *l, LLVMValueRef inst, LLVMOpcode opcode) {
  switch (opcode) {
  case LLVMAlloca: return lower_alloca(l, inst);
  case LLVMLoad: return lower_load(l, inst);
  case LLVMStore: return lower_store(l, inst);
  case LLVMFence: return vals_new(l, 0);
  case LLVMAtomicRMW: return lower_atomic_rmw(l, inst);
  case LLVMAtomicCmpXchg: return lower_compare_exchange(l, inst);
  case LLVMVAArg: return lower_va_arg(l, inst);
  default: return NULL;
  }
}
