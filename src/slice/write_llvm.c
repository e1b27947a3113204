/* See write_llvm.h. An LLVM instruction stays when one of the instructions that it was
 * lowered to is in the slice, or when it was lowered to none (a cast, an address without
 * an offset) and something that stays uses it. Operands that do not stay become null. The
 * ends of blocks follow the slice: a branch that is not in it becomes a jump to the block
 * that comes next in the slice, or the end of the function. */
#include "slice/write_llvm.h"

#include <llvm-c/Analysis.h>
#include <llvm-c/BitWriter.h>
#include <llvm-c/Core.h>
#include <string.h>

#include "slice/slicer.h"

typedef struct Writer {
  const Slice *s;
  const Program *p;
  Arena *arena;
  LLVMModuleRef module;
  LLVMContextRef context;
  LLVMBuilderRef builder;
  Map kept;      /* LLVM instruction -> 1: lowered, not kept; 2: kept */
  Map functions; /* LLVM function -> 1 + function */
  Map ends;      /* LLVM block -> 1 + the IR block that ends it */
  Map places;    /* IR block -> LLVM block */
  Vec(LLVMValueRef) work;
  Vec(LLVMValueRef) doomed;
} Writer;

enum { DROPPED = 1, KEPT = 2 };

static uint64_t key_of(const void *pointer) { return (uint64_t)(uintptr_t)pointer; }

static bool is_control(const Program *p, Val v) {
  return op_class((Op)ir_inst(p, v)->op) == OP_CLASS_CONTROL;
}

/* ---- what stays ---- */

static void keep(Writer *w, LLVMValueRef inst) {
  uint64_t *state = map_at(w->arena, &w->kept, key_of(inst));
  if (*state == KEPT) return;
  *state = KEPT;
  vec_push(w->arena, &w->work, inst);
}

/* The last piece of an LLVM block: the one that its terminator was lowered to, else one
 * that ends the run or the function. */
static void note_end(Writer *w, Val v, LLVMValueRef inst) {
  LLVMBasicBlockRef block = LLVMGetInstructionParent(inst);
  uint64_t *end = map_at(w->arena, &w->ends, key_of(block));
  Blk b = ir_inst(w->p, v)->block;
  bool own = LLVMGetBasicBlockTerminator(block) == inst;
  if (own || (!*end && ir_block(w->p, b)->succ_count == 0)) *end = 1 + (uint64_t)b.id;
}

static void note_inst(Writer *w, Val v, LLVMValueRef inst) {
  LLVMBasicBlockRef block = LLVMGetInstructionParent(inst);
  Blk b = ir_inst(w->p, v)->block;
  map_set(w->arena, &w->functions, key_of(LLVMGetBasicBlockParent(block)),
          1 + (uint64_t)ir_fn_of(w->p, v).id);
  if (!map_has(&w->places, b.id)) map_set(w->arena, &w->places, b.id, key_of(block));
  if (is_control(w->p, v)) note_end(w, v, inst);
  if (slice_has(w->s, v))
    keep(w, inst);
  else if (!map_has(&w->kept, key_of(inst)))
    map_set(w->arena, &w->kept, key_of(inst), DROPPED);
}

static bool in_module(const Writer *w, LLVMValueRef inst) {
  LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(inst));
  return LLVMGetGlobalParent(function) == w->module;
}

static void note_program(Writer *w) {
  for (Val v = {0}; v.id < w->p->insts.len; v.id++) {
    LLVMValueRef inst = w->p->llvm[v.id];
    if (inst && LLVMIsAInstruction(inst) && in_module(w, inst)) note_inst(w, v, inst);
  }
}

static bool stays(const Writer *w, LLVMValueRef inst) {
  return map_get(&w->kept, key_of(inst), 0) == KEPT;
}

static void close_kept(Writer *w) {
  while (w->work.len) {
    LLVMValueRef inst = vec_pop(&w->work);
    for (int i = 0; i < LLVMGetNumOperands(inst); i++) {
      LLVMValueRef operand = LLVMGetOperand(inst, (unsigned)i);
      if (operand && LLVMIsAInstruction(operand) && !map_has(&w->kept, key_of(operand)))
        keep(w, operand);
    }
  }
}

/* ---- the ends of blocks ---- */

/* What is inserted has no place in the source. */
static void at_end(Writer *w, LLVMBasicBlockRef block) {
  LLVMPositionBuilderAtEnd(w->builder, block);
  LLVMSetCurrentDebugLocation2(w->builder, NULL);
}

static void emit_stop(Writer *w) {
  LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(w->context), NULL, 0, false);
  LLVMValueRef abort = LLVMGetNamedFunction(w->module, "abort");
  if (!abort) abort = LLVMAddFunction(w->module, "abort", type);
  LLVMBuildCall2(w->builder, type, abort, NULL, 0, "");
  LLVMBuildUnreachable(w->builder);
}

static void emit_return(Writer *w, LLVMValueRef function) {
  LLVMTypeRef type = LLVMGetReturnType(LLVMGlobalGetValueType(function));
  if (LLVMGetTypeKind(type) == LLVMVoidTypeKind)
    LLVMBuildRetVoid(w->builder);
  else
    LLVMBuildRet(w->builder, LLVMConstNull(type));
}

static LLVMBasicBlockRef place_of(const Writer *w, Blk block) {
  return (LLVMBasicBlockRef)(uintptr_t)map_get(&w->places, block.id, 0);
}

static void emit_end(Writer *w, LLVMValueRef function, bool found, Blk next,
                     bool returns) {
  LLVMBasicBlockRef place = found ? place_of(w, next) : NULL;
  if (place)
    LLVMBuildBr(w->builder, place);
  else if (returns)
    emit_return(w, function);
  else
    emit_stop(w);
}

static bool next_block(const Writer *w, Blk end, Blk *next, bool *returns) {
  return slice_has_block(w->s, end) ? slice_continuation(w->s, end, next, returns)
                                    : slice_target(w->s, end, next, returns);
}

/* A block of its own for the end of the function. */
static LLVMBasicBlockRef end_place(Writer *w, LLVMValueRef function, bool returns) {
  LLVMBasicBlockRef block =
    LLVMAppendBasicBlockInContext(w->context, function, "slice.end");
  at_end(w, block);
  if (returns)
    emit_return(w, function);
  else
    emit_stop(w);
  map_set(w->arena, &w->ends, key_of(block), UINT64_MAX);
  return block;
}

static void redirect(Writer *w, LLVMValueRef function, LLVMValueRef terminator, Blk end) {
  const Block *block = ir_block(w->p, end);
  unsigned count = LLVMGetNumSuccessors(terminator);
  for (unsigned i = 0; i < count && i < block->succ_count; i++) {
    Blk next = BLK_NONE;
    bool returns, found = slice_target(w->s, ir_succ(w->p, block, i), &next, &returns);
    LLVMBasicBlockRef place = found ? place_of(w, next) : NULL;
    if (!place) place = end_place(w, function, returns);
    LLVMSetSuccessor(terminator, i, place);
  }
}

static void replace_terminator(Writer *w, LLVMBasicBlockRef block) {
  LLVMInstructionEraseFromParent(LLVMGetBasicBlockTerminator(block));
  at_end(w, block);
}

static void end_block(Writer *w, LLVMValueRef function, LLVMBasicBlockRef block) {
  uint64_t end = map_get(&w->ends, key_of(block), 0);
  LLVMValueRef terminator = LLVMGetBasicBlockTerminator(block);
  if (!end || end == UINT64_MAX) return;
  Blk last = {(uint32_t)end - 1}, next = BLK_NONE;
  if (slice_has(w->s, ir_terminator(ir_block(w->p, last)))) {
    bool own = w->p->llvm[ir_terminator(ir_block(w->p, last)).id] == terminator;
    if (own) {
      redirect(w, function, terminator, last);
      return;
    }
    replace_terminator(w, block);
    LLVMBuildUnreachable(w->builder);
    return;
  }
  bool returns, found = next_block(w, last, &next, &returns);
  replace_terminator(w, block);
  emit_end(w, function, found, next, returns);
}

/* ---- removing ---- */

static bool block_stays(const Writer *w, LLVMBasicBlockRef block) {
  if (map_get(&w->ends, key_of(block), 0) == UINT64_MAX) return true;
  for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
    if (stays(w, i)) return true;
  return false;
}

static void remove_inst(LLVMValueRef inst) {
  LLVMTypeRef type = LLVMTypeOf(inst);
  bool value = LLVMGetTypeKind(type) != LLVMVoidTypeKind;
  if (value && LLVMGetFirstUse(inst))
    LLVMReplaceAllUsesWith(inst, LLVMGetTypeKind(type) == LLVMTokenTypeKind
                                   ? LLVMGetUndef(type)
                                   : LLVMConstNull(type));
  LLVMInstructionEraseFromParent(inst);
}

static void remove_insts(Writer *w, LLVMBasicBlockRef block) {
  LLVMValueRef next;
  for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = next) {
    next = LLVMGetNextInstruction(i);
    if (!LLVMIsATerminatorInst(i) && !stays(w, i)) remove_inst(i);
  }
}

static void empty_block(LLVMBasicBlockRef block) {
  LLVMValueRef last;
  while ((last = LLVMGetLastInstruction(block))) remove_inst(last);
}

static bool leads_to(LLVMBasicBlockRef from, LLVMBasicBlockRef to) {
  LLVMValueRef terminator = LLVMGetBasicBlockTerminator(from);
  unsigned count = terminator ? LLVMGetNumSuccessors(terminator) : 0;
  for (unsigned i = 0; i < count; i++)
    if (LLVMGetSuccessor(terminator, i) == to) return true;
  return false;
}

/* Without what comes from blocks that no longer lead here. */
static void renew_phi(Writer *w, LLVMValueRef phi) {
  LLVMBasicBlockRef block = LLVMGetInstructionParent(phi);
  LLVMPositionBuilderBefore(w->builder, phi);
  LLVMValueRef fresh = LLVMBuildPhi(w->builder, LLVMTypeOf(phi), "");
  for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
    LLVMBasicBlockRef from = LLVMGetIncomingBlock(phi, i);
    LLVMValueRef value = LLVMGetIncomingValue(phi, i);
    if (leads_to(from, block)) LLVMAddIncoming(fresh, &value, &from, 1);
  }
  LLVMReplaceAllUsesWith(phi, fresh);
  LLVMInstructionEraseFromParent(phi);
}

static void renew_phis(Writer *w, LLVMBasicBlockRef block) {
  LLVMValueRef next;
  for (LLVMValueRef i = LLVMGetFirstInstruction(block); i && LLVMIsAPHINode(i);
       i = next) {
    next = LLVMGetNextInstruction(i);
    renew_phi(w, i);
  }
}

static void fresh_body(Writer *w, LLVMValueRef function, LLVMBasicBlockRef entry, Fn fn) {
  Blk next = BLK_NONE, first = {ir_function(w->p, fn)->first_block};
  bool returns, found = slice_target(w->s, first, &next, &returns);
  LLVMBasicBlockRef start = LLVMInsertBasicBlockInContext(w->context, entry, "entry");
  map_set(w->arena, &w->ends, key_of(start), UINT64_MAX);
  at_end(w, start);
  emit_end(w, function, found, next, returns);
}

static void cut_function(Writer *w, LLVMValueRef function, Fn fn) {
  Vec(LLVMBasicBlockRef) gone = {0}, left = {0};
  LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(function);
  if (!block_stays(w, entry)) fresh_body(w, function, entry, fn);
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b;
       b = LLVMGetNextBasicBlock(b)) {
    if (block_stays(w, b))
      vec_push(w->arena, &left, b);
    else
      vec_push(w->arena, &gone, b);
  }
  for (uint32_t i = 0; i < left.len; i++) end_block(w, function, left.data[i]);
  for (uint32_t i = 0; i < gone.len; i++) empty_block(gone.data[i]);
  for (uint32_t i = 0; i < left.len; i++) remove_insts(w, left.data[i]);
  for (uint32_t i = 0; i < left.len; i++) renew_phis(w, left.data[i]);
  for (uint32_t i = 0; i < gone.len; i++) LLVMDeleteBasicBlock(gone.data[i]);
}

/* A jump whose targets the slice cannot change. */
static bool has_strange_jump(LLVMValueRef function) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b;
       b = LLVMGetNextBasicBlock(b)) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
    if (LLVMIsAIndirectBrInst(end) || LLVMIsACallBrInst(end) || LLVMIsAInvokeInst(end))
      return true;
  }
  return false;
}

static void cut_module(Writer *w) {
  for (LLVMValueRef f = LLVMGetFirstFunction(w->module); f; f = LLVMGetNextFunction(f)) {
    uint64_t fn = map_get(&w->functions, key_of(f), 0);
    if (LLVMIsDeclaration(f) || !fn || has_strange_jump(f)) continue;
    cut_function(w, f, (Fn){(uint32_t)fn - 1});
  }
}

const char *slice_write_llvm(const Slice *slice, FrontendLlvm *llvm, const char *path,
                             Arena *arena) {
  Writer w = {.s = slice,
              .p = slice->program,
              .arena = arena,
              .module = llvm->module,
              .context = llvm->context};
  if (!w.module || !w.p->llvm) return "only C sources and bitcode can become bitcode";
  w.builder = LLVMCreateBuilderInContext(w.context);
  note_program(&w);
  close_kept(&w);
  cut_module(&w);
  LLVMDisposeBuilder(w.builder);
  char *message = NULL;
  const char *error = NULL;
  if (LLVMVerifyModule(w.module, LLVMReturnStatusAction, &message))
    error = arena_printf(arena, "the sliced module is broken: %s", message);
  LLVMDisposeMessage(message);
  if (!error && LLVMWriteBitcodeToFile(w.module, path) != 0) error = "cannot be written";
  return error;
}
