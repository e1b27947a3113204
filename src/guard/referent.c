/* The referent of every pointer value (rules R1 to R3 of the paper): an i32 beside it,
 * made where it is asked for the first time. */
#include <string.h>

#include "belay_rt.h"
#include "guard/pass.h"

/* ---- roots: what a pointer was computed from ---- */

static int64_t constant_of(LLVMValueRef value, bool *constant) {
  LLVMValueRef number = LLVMIsAConstantInt(value);
  if (!number || LLVMGetIntTypeWidth(LLVMTypeOf(number)) > 64) {
    *constant = false;
    return 0;
  }
  return LLVMConstIntGetSExtValue(number);
}

/* The offset that an address computation adds; *constant is cleared when it varies. */
static int64_t added_offset(Guard *g, LLVMValueRef gep, bool *constant) {
  LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
  int64_t total = 0;
  for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(gep); i++) {
    int64_t index = constant_of(LLVMGetOperand(gep, i), constant);
    if (!*constant) return 0;
    if (i > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
      total += (int64_t)LLVMOffsetOfElement(g->layout, type, (unsigned)index);
      type = LLVMStructGetTypeAtIndex(type, (unsigned)index);
      continue;
    }
    if (i > 1) type = LLVMGetElementType(type);
    total += index * (int64_t)LLVMABISizeOfType(g->layout, type);
  }
  return total;
}

static bool is_address_arithmetic(LLVMValueRef v) {
  if (LLVMIsAInstruction(v)) return LLVMGetInstructionOpcode(v) == LLVMGetElementPtr;
  return LLVMIsAConstantExpr(v) && LLVMGetConstOpcode(v) == LLVMGetElementPtr;
}

static bool is_pointer_cast(LLVMValueRef v) {
  if (!LLVMIsAInstruction(v) && !LLVMIsAConstantExpr(v)) return false;
  LLVMOpcode op =
    LLVMIsAInstruction(v) ? LLVMGetInstructionOpcode(v) : LLVMGetConstOpcode(v);
  return op == LLVMBitCast || op == LLVMAddrSpaceCast || op == LLVMFreeze;
}

LLVMValueRef root_of(Guard *g, LLVMValueRef pointer, int64_t *offset, bool *constant) {
  *offset = 0;
  *constant = true;
  for (;;) {
    if (is_address_arithmetic(pointer)) {
      if (*constant) *offset += added_offset(g, pointer, constant);
    } else if (!is_pointer_cast(pointer)) {
      return pointer;
    }
    pointer = LLVMGetOperand(pointer, 0);
    if (LLVMGetTypeKind(LLVMTypeOf(pointer)) != LLVMPointerTypeKind) return pointer;
  }
}

/* ---- integers made from pointers ---- */

static LLVMOpcode opcode_of(LLVMValueRef v) {
  if (LLVMIsAInstruction(v)) return LLVMGetInstructionOpcode(v);
  return LLVMIsAConstantExpr(v) ? LLVMGetConstOpcode(v) : (LLVMOpcode)0;
}

static LLVMValueRef pointer_inside(LLVMValueRef integer, unsigned depth);

static LLVMValueRef root_of_cast(LLVMValueRef pointer) {
  while (is_address_arithmetic(pointer) || is_pointer_cast(pointer))
    pointer = LLVMGetOperand(pointer, 0);
  return pointer;
}

static LLVMValueRef pointer_in_operands(LLVMValueRef v, unsigned depth) {
  LLVMValueRef left = pointer_inside(LLVMGetOperand(v, 0), depth + 1);
  LLVMValueRef right = pointer_inside(LLVMGetOperand(v, 1), depth + 1);
  if (left && right && root_of_cast(left) != root_of_cast(right)) return NULL;
  return left ? left : right;
}

/* Not when a mask leaves the lowest bits only: they are an offset. */
static bool keeps_address(LLVMValueRef conjunction) {
  LLVMValueRef mask = LLVMIsAConstantInt(LLVMGetOperand(conjunction, 1));
  if (!mask || LLVMGetIntTypeWidth(LLVMTypeOf(mask)) > 64) return true;
  return LLVMConstIntGetZExtValue(mask) > 0xffff;
}

/* The one pointer that an integer was computed from, perhaps several times (some bits of
 * it changed, the others kept); NULL: none, or several. */
static LLVMValueRef pointer_inside(LLVMValueRef integer, unsigned depth) {
  if (depth > 8) return NULL;
  switch (opcode_of(integer)) {
  case LLVMPtrToInt: return LLVMGetOperand(integer, 0);
  case LLVMSub:
    return pointer_inside(LLVMGetOperand(integer, 1), depth + 1)
             ? NULL
             : pointer_inside(LLVMGetOperand(integer, 0), depth + 1);
  case LLVMAnd:
    return keeps_address(integer) ? pointer_in_operands(integer, depth) : NULL;
  case LLVMAdd:
  case LLVMOr:
  case LLVMXor: return pointer_in_operands(integer, depth);
  default: return NULL;
  }
}

LLVMValueRef referent_of_int(Guard *g, LLVMValueRef integer, LLVMValueRef at) {
  LLVMValueRef pointer = pointer_inside(integer, 0);
  return pointer ? referent_of(g, pointer, at) : NULL;
}

/* ---- referents ---- */

static LLVMValueRef none(const Guard *g) { return const_i32(g, 0); }

static void remember(Guard *g, LLVMValueRef value, LLVMValueRef referent) {
  map_set(g->arena, &g->referents, key_of(value), key_of(referent));
}

static LLVMValueRef of_constant(Guard *g, LLVMValueRef value, LLVMValueRef at) {
  if (LLVMIsAFunction(value) || LLVMIsAGlobalAlias(value) || LLVMIsAGlobalIFunc(value))
    return const_i32(g, 2);
  if (LLVMIsAGlobalVariable(value)) {
    builder_before(g, at);
    return global_origin(g, value);
  }
  if (LLVMIsAConstantExpr(value) && LLVMGetConstOpcode(value) == LLVMIntToPtr) {
    LLVMValueRef found = referent_of_int(g, LLVMGetOperand(value, 0), at);
    return found ? found : none(g);
  }
  return none(g);
}

static LLVMValueRef of_phi(Guard *g, LLVMValueRef phi) {
  builder_before(g, phi);
  LLVMValueRef made = LLVMBuildPhi(g->builder, g->i32, "");
  remember(g, phi, made);
  vec_push(g->arena, &g->open_phis, (OpenPhi){phi, made});
  return made;
}

static LLVMValueRef of_load(Guard *g, LLVMValueRef load) {
  LLVMValueRef slot = LLVMGetOperand(load, 0);
  builder_after(g, load);
  bool aligned = LLVMGetAlignment(load) >= g->ptr_size;
  LLVMValueRef made =
    helper_call(g, aligned ? "belay.get.aligned" : "belay.get", &slot, 1);
  if (LLVMGetOrdering(load) != LLVMAtomicOrderingNotAtomic) {
    LLVMValueRef args[] = {load, made};
    made = helper_call(g, "belay_rt_from_atomic", args, 2);
  }
  return made;
}

static LLVMValueRef of_select(Guard *g, LLVMValueRef select) {
  LLVMValueRef yes = referent_of(g, LLVMGetOperand(select, 1), select);
  LLVMValueRef no = referent_of(g, LLVMGetOperand(select, 2), select);
  builder_before(g, select);
  return LLVMBuildSelect(g->builder, LLVMGetOperand(select, 0), yes, no, "");
}

static LLVMValueRef of_int(Guard *g, LLVMValueRef cast) {
  LLVMValueRef found = referent_of_int(g, LLVMGetOperand(cast, 0), cast);
  if (found) return found;
  LLVMValueRef site = site_of(g, cast, 0, 0, NULL), args[] = {cast, site};
  builder_after(g, cast);
  return helper_call(g, "belay_rt_from_int", args, 2);
}

/* A pointer that comes out of something not followed, as an exchange: whatever lives
 * there. Out of a struct in registers it has the lane's. */
static LLVMValueRef of_other(Guard *g, LLVMValueRef inst) {
  LLVMValueRef found = LLVMIsAExtractValueInst(inst) ? lane_extracted(g, inst) : NULL;
  if (found) return found;
  builder_after(g, inst);
  return helper_call(g, "belay_rt_origin_at", &inst, 1);
}

/* The address of a thread's variable. */
static LLVMValueRef of_thread_local(Guard *g, LLVMValueRef inst) {
  LLVMValueRef global = LLVMIsAGlobalVariable(LLVMGetOperand(inst, 0));
  builder_after(g, inst);
  return global ? global_origin_at(g, global, inst) : const_i32(g, BELAY_WILD);
}

static LLVMValueRef of_instruction(Guard *g, LLVMValueRef inst) {
  if (intrinsic_named(inst, "llvm.threadlocal.address")) return of_thread_local(g, inst);
  switch (LLVMGetInstructionOpcode(inst)) {
  case LLVMPHI: return of_phi(g, inst);
  case LLVMLoad: return of_load(g, inst);
  case LLVMSelect: return of_select(g, inst);
  case LLVMIntToPtr: return of_int(g, inst);
  default: return of_other(g, inst);
  }
}

LLVMValueRef referent_of(Guard *g, LLVMValueRef pointer, LLVMValueRef at) {
  int64_t offset;
  bool constant;
  LLVMValueRef root = root_of(g, pointer, &offset, &constant);
  Local *local = block_local(g, root);
  if (local) return block_origin(g, local, at);
  uint64_t *found = map_find(&g->referents, key_of(root));
  if (found) return (LLVMValueRef)(uintptr_t)*found;
  if (LLVMGetTypeKind(LLVMTypeOf(root)) != LLVMPointerTypeKind) return none(g);
  if (LLVMIsAConstant(root)) return of_constant(g, root, at);
  if (!LLVMIsAInstruction(root)) return none(g);
  LLVMValueRef made = of_instruction(g, root);
  remember(g, root, made);
  return made;
}

/* Operands may need further phis: they come to the end of the list. */
void referents_close_phis(Guard *g) {
  for (uint32_t i = 0; i < g->open_phis.len; i++) {
    OpenPhi phi = g->open_phis.data[i];
    unsigned count = LLVMCountIncoming(phi.pointers);
    for (unsigned k = 0; k < count; k++) {
      LLVMBasicBlockRef from = LLVMGetIncomingBlock(phi.pointers, k);
      LLVMValueRef value = referent_of(g, LLVMGetIncomingValue(phi.pointers, k),
                                       LLVMGetBasicBlockTerminator(from));
      LLVMAddIncoming(phi.referents, &value, &from, 1);
    }
  }
}
