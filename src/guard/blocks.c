/* The variables of a function that live in memory: their origins and where they begin and
 * end. A variable gets an origin when somebody needs it, that is when its address goes
 * anywhere but into accesses that are known to happen during its life. */
#include <string.h>

#include "guard/pass.h"

Local *block_local(Guard *g, LLVMValueRef value) {
  uint64_t index = map_get(&g->local_of, key_of(value), 0);
  return index ? &g->locals.data[index - 1] : NULL;
}

static bool is_marker(LLVMValueRef inst, const char *name, LLVMValueRef variable) {
  return LLVMIsACallInst(inst) && intrinsic_named(inst, name) &&
         LLVMGetOperand(inst, 1) == variable;
}

static bool is_start(LLVMValueRef inst, const Local *local) {
  return is_marker(inst, "llvm.lifetime.start", local->value);
}

static bool is_end(LLVMValueRef inst, const Local *local) {
  return is_marker(inst, "llvm.lifetime.end", local->value);
}

/* ---- where a variable may be dead ---- */

typedef Vec(LLVMBasicBlockRef) Blocks;

static void push_successors(Guard *g, LLVMBasicBlockRef block, Blocks *work) {
  LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
  for (unsigned i = 0; i < LLVMGetNumSuccessors(end); i++)
    vec_push(g->arena, work, LLVMGetSuccessor(end, i));
}

/* Whether control leaves the block with the variable dead, entering it so. */
static bool stays_dead(const Local *local, LLVMValueRef from) {
  bool dead = true;
  for (LLVMValueRef i = from; i; i = LLVMGetNextInstruction(i)) {
    if (is_start(i, local)) dead = false;
    if (is_end(i, local)) dead = true;
  }
  return dead;
}

static void spread_death(Guard *g, Local *local, LLVMValueRef end) {
  Blocks work = {0};
  if (stays_dead(local, end)) push_successors(g, LLVMGetInstructionParent(end), &work);
  while (work.len) {
    LLVMBasicBlockRef block = vec_pop(&work);
    if (map_has(&local->dead_blocks, key_of(block))) continue;
    map_set(g->arena, &local->dead_blocks, key_of(block), 1);
    if (stays_dead(local, LLVMGetFirstInstruction(block)))
      push_successors(g, block, &work);
  }
}

static void find_markers(Guard *g, Local *local) {
  for (LLVMUseRef use = LLVMGetFirstUse(local->value); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (!LLVMIsACallInst(user)) continue;
    if (is_start(user, local)) local->marked = true;
    if (is_end(user, local)) spread_death(g, local, user);
  }
}

bool block_may_be_dead(Guard *g, Local *local, LLVMValueRef at) {
  if (!local->marked) return false;
  for (LLVMValueRef i = LLVMGetPreviousInstruction(at); i;
       i = LLVMGetPreviousInstruction(i)) {
    if (is_start(i, local)) return false;
    if (is_end(i, local)) return true;
  }
  return map_has(&local->dead_blocks, key_of(LLVMGetInstructionParent(at)));
}

/* ---- finding them ---- */

/* Whether control goes from here to the end of the function and does nothing more. */
static bool leads_to_return(LLVMValueRef at, unsigned depth) {
  for (; at; at = LLVMGetNextInstruction(at)) {
    if (LLVMIsAReturnInst(at)) return true;
    if (LLVMIsATerminatorInst(at)) break;
    if (!intrinsic_named(at, "llvm.lifetime.end") && !LLVMIsAPHINode(at) &&
        !LLVMIsALoadInst(at))
      return false;
  }
  if (!at || depth == 0 || LLVMGetNumSuccessors(at) != 1) return false;
  return leads_to_return(LLVMGetFirstInstruction(LLVMGetSuccessor(at, 0)), depth - 1);
}

/* No scope inside its function ends before the function does. */
static bool lives_until_return(LLVMValueRef variable) {
  for (LLVMUseRef use = LLVMGetFirstUse(variable); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (LLVMIsAInstruction(user) && intrinsic_named(user, "llvm.lifetime.end") &&
        !leads_to_return(user, 4))
      return false;
  }
  return true;
}

static void add_local(Guard *g, Local local) {
  vec_push(g->arena, &g->locals, local);
  map_set(g->arena, &g->local_of, key_of(local.value), g->locals.len);
}

static void add_alloca(Guard *g, LLVMValueRef alloca, bool in_front) {
  LLVMValueRef length = LLVMIsAConstantInt(LLVMGetOperand(alloca, 0));
  Local local = {.value = alloca, .dynamic = !length || !in_front};
  local.of_call = !local.dynamic && lives_until_return(alloca);
  uint64_t one = LLVMABISizeOfType(g->layout, LLVMGetAllocatedType(alloca));
  if (length) local.size = one * LLVMConstIntGetZExtValue(length);
  add_local(g, local);
  if (!local.dynamic) find_markers(g, &g->locals.data[g->locals.len - 1]);
}

static LLVMTypeRef by_value_type(LLVMValueRef function, unsigned i) {
  unsigned kind = LLVMGetEnumAttributeKindForName("byval", 5);
  LLVMAttributeRef attribute = LLVMGetEnumAttributeAtIndex(function, i + 1, kind);
  return attribute ? LLVMGetTypeAttributeValue(attribute) : NULL;
}

/* Structs passed in memory are the callee's own variables; the original function, by now
 * a declaration or the same, still has the attribute. */
static void add_parameters(Guard *g) {
  for (unsigned i = 0; i < LLVMCountParams(g->entry); i++) {
    LLVMTypeRef type = by_value_type(g->entry, i);
    if (type)
      add_local(g, (Local){.value = LLVMGetParam(g->function, i),
                           .size = LLVMABISizeOfType(g->layout, type),
                           .of_call = true});
  }
}

/* A place behind the allocas that open the function, but for those of variable length: an
 * instruction that does nothing. */
static void mark_prologue(Guard *g) {
  LLVMValueRef i = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(g->function));
  while (LLVMIsAAllocaInst(i) && LLVMIsAConstantInt(LLVMGetOperand(i, 0)))
    i = LLVMGetNextInstruction(i);
  LLVMPositionBuilderBefore(g->builder, i);
  LLVMSetCurrentDebugLocation2(g->builder, NULL);
  g->prologue = LLVMBuildFreeze(g->builder, LLVMGetUndef(g->i32), "");
}

void blocks_find(Guard *g) {
  map_clear(&g->local_of);
  vec_clear(&g->locals);
  add_parameters(g);
  bool in_front = true;
  for (uint32_t i = 0; i < g->insts.len; i++) {
    LLVMValueRef inst = g->insts.data[i];
    bool alloca = LLVMIsAAllocaInst(inst) != NULL;
    in_front &= alloca && LLVMIsAConstantInt(LLVMGetOperand(inst, 0));
    if (alloca) add_alloca(g, inst, in_front);
  }
  mark_prologue(g);
}

/* ---- origins ---- */

static void at_function_start(Guard *g) {
  LLVMValueRef first = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(g->function));
  LLVMPositionBuilderBefore(g->builder, first);
}

LLVMValueRef block_origin(Guard *g, Local *local, LLVMValueRef at) {
  if (!local->cell) {
    at_function_start(g);
    local->cell = LLVMBuildAlloca(g->builder, g->i32, "belay.origin");
    g->counts.blocks++;
    if (local->dynamic) g->needs_unwinding = true;
  }
  builder_before(g, at);
  return LLVMBuildLoad2(g->builder, g->i32, local->cell, "");
}

static LLVMValueRef cell_value(Guard *g, const Local *local) {
  return LLVMBuildLoad2(g->builder, g->i32, local->cell, "");
}

static LLVMValueRef size_value(Guard *g, const Local *local) {
  if (local->size || !LLVMIsAAllocaInst(local->value)) return const_word(g, local->size);
  LLVMValueRef count = LLVMGetOperand(local->value, 0);
  uint64_t one = LLVMABISizeOfType(g->layout, LLVMGetAllocatedType(local->value));
  count = LLVMBuildIntCast2(g->builder, count, g->word, false, "");
  return LLVMBuildMul(g->builder, count, const_word(g, one), "");
}

/* At the builder's place. */
static void emit_begin(Guard *g, const Local *local) {
  LLVMValueRef size = size_value(g, local);
  LLVMValueRef site = site_of_variable(g, local->value, local->size);
  LLVMValueRef args[] = {local->value, size, site};
  LLVMBuildStore(g->builder, helper_call(g, "belay.begin", args, 3), local->cell);
  if (g->fills && LLVMIsAAllocaInst(local->value))
    helper_call(g, "belay_rt_fill", args, 2);
}

static void emit_end(Guard *g, const Local *local) {
  LLVMValueRef origin = cell_value(g, local);
  helper_call(g, "belay.end", &origin, 1);
  LLVMBuildStore(g->builder, const_i32(g, 0), local->cell);
}

static void emit_marked(Guard *g, const Local *local) {
  for (uint32_t i = 0; i < g->insts.len; i++) {
    LLVMValueRef inst = g->insts.data[i];
    if (!inst) continue;
    if (is_end(inst, local)) {
      builder_before(g, inst);
      LLVMValueRef origin = cell_value(g, local);
      helper_call(g, "belay.end", &origin, 1);
    } else if (is_start(inst, local)) {
      builder_after(g, inst);
      emit_begin(g, local);
    }
  }
}

static bool restores_stack(const Guard *g) {
  for (uint32_t i = 0; i < g->insts.len; i++)
    if (g->insts.data[i] && intrinsic_named(g->insts.data[i], "llvm.stackrestore"))
      return true;
  return false;
}

/* Once LLVM knew its length, an array of variable length could become a part of the
 * frame, which does not end where the stack is restored. */
static void hide_length(Guard *g, LLVMValueRef alloca) {
  LLVMValueRef length = LLVMGetOperand(alloca, 0);
  LLVMTypeRef type = LLVMTypeOf(length);
  LLVMTypeRef same = LLVMFunctionType(type, &type, 1, false);
  LLVMValueRef assembly = LLVMGetInlineAsm(same, "", 0, "=r,0", 4, false, false,
                                           LLVMInlineAsmDialectATT, false);
  builder_before(g, alloca);
  length = LLVMBuildCall2(g->builder, same, assembly, &length, 1, "");
  LLVMSetOperand(alloca, 0, length);
}

/* The cell starts as 0; an end leaves the dead number there, so that what still uses the
 * address has it. */
static void emit_local(Guard *g, const Local *local) {
  builder_before(g, g->prologue);
  LLVMBuildStore(g->builder, const_i32(g, 0), local->cell);
  if (local->dynamic) {
    if (restores_stack(g)) hide_length(g, local->value);
    builder_after(g, local->value);
    emit_begin(g, local);
  } else if (local->marked) {
    emit_marked(g, local);
  } else {
    emit_begin(g, local);
  }
}

static LLVMValueRef frame_address(Guard *g) {
  unsigned id = LLVMLookupIntrinsicID("llvm.frameaddress", 17);
  LLVMValueRef f = LLVMGetIntrinsicDeclaration(g->module, id, &g->ptr, 1);
  LLVMValueRef zero = const_i32(g, 0);
  return LLVMBuildCall2(g->builder, LLVMGlobalGetValueType(f), f, &zero, 1, "");
}

static void emit_unwound(Guard *g, LLVMValueRef below) {
  LLVMValueRef args[] = {LLVMBuildLoad2(g->builder, g->i32, g->mark, ""), below};
  helper_call(g, "belay_rt_unwound", args, 2);
}

static void emit_mark(Guard *g) {
  at_function_start(g);
  g->mark = LLVMBuildAlloca(g->builder, g->i32, "belay.mark");
  builder_before(g, g->prologue);
  LLVMBuildStore(g->builder, helper_call(g, "belay.stack.mark", NULL, 0), g->mark);
}

static bool is_main(const Guard *g) {
  size_t length;
  return !strcmp(LLVMGetValueName2(g->entry, &length), "main");
}

/* On the way out: variables without markers end, dynamic ones all together. */
static void emit_leave(Guard *g, LLVMValueRef inst) {
  builder_before(g, inst);
  if (is_main(g)) helper_call(g, "belay_rt_left_main", NULL, 0);
  if (g->mark) emit_unwound(g, frame_address(g));
  for (uint32_t i = 0; i < g->locals.len; i++) {
    const Local *local = &g->locals.data[i];
    if (local->cell && !local->dynamic) emit_end(g, local);
  }
}

static bool is_setjmp(LLVMValueRef inst) {
  LLVMValueRef callee =
    LLVMIsACallInst(inst) ? LLVMIsAFunction(LLVMGetCalledValue(inst)) : NULL;
  if (!callee) return false;
  size_t length;
  const char *name = LLVMGetValueName2(callee, &length);
  static const char *const names[] = {"setjmp", "_setjmp", "sigsetjmp", "__sigsetjmp"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (!strcmp(name, names[i])) return true;
  return false;
}

/* What began after the first return of setjmp, that of 0, lies below this frame when it
 * returns again. */
static void emit_after_setjmp(Guard *g, LLVMValueRef call) {
  builder_after(g, call);
  unsigned id = LLVMLookupIntrinsicID("llvm.stacksave", 14);
  LLVMValueRef f = LLVMGetIntrinsicDeclaration(g->module, id, &g->ptr, 1);
  LLVMValueRef args[] = {
    call, LLVMBuildLoad2(g->builder, g->i32, g->mark, ""),
    LLVMBuildCall2(g->builder, LLVMGlobalGetValueType(f), f, NULL, 0, "")};
  helper_call(g, "belay.returned", args, 3);
}

static bool calls_setjmp(const Guard *g) {
  for (uint32_t i = 0; i < g->insts.len; i++)
    if (g->insts.data[i] && is_setjmp(g->insts.data[i])) return true;
  return false;
}

void blocks_emit(Guard *g) {
  g->mark = NULL;
  if (g->needs_unwinding || calls_setjmp(g)) emit_mark(g);
  for (uint32_t i = 0; i < g->locals.len; i++)
    if (g->locals.data[i].cell) emit_local(g, &g->locals.data[i]);
  for (uint32_t i = 0; i < g->insts.len; i++) {
    LLVMValueRef inst = g->insts.data[i];
    if (!inst) continue;
    if (LLVMIsAReturnInst(inst))
      emit_leave(g, inst);
    else if (g->mark && is_setjmp(inst))
      emit_after_setjmp(g, inst);
    else if (g->mark && intrinsic_named(inst, "llvm.stackrestore")) {
      builder_before(g, inst);
      emit_unwound(g, LLVMGetOperand(inst, 0));
    }
  }
  LLVMInstructionEraseFromParent(g->prologue);
}
