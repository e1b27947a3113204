/* The pass: function by function, instruction by instruction. */
#include <string.h>

#include "guard/pass.h"

/* An address computation that is promised to stay inside its object would let LLVM
 * conclude that a check cannot fail. */
static void weaken(LLVMValueRef inst) {
  if (LLVMGetInstructionOpcode(inst) == LLVMGetElementPtr) LLVMSetIsInBounds(inst, false);
}

static void collect(Guard *g) {
  vec_clear(&g->insts);
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(g->function); b;
       b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
      weaken(i);
      vec_push(g->arena, &g->insts, i);
    }
}

static void guard_instruction(Guard *g, LLVMValueRef inst) {
  switch (LLVMGetInstructionOpcode(inst)) {
  case LLVMLoad:
  case LLVMStore:
  case LLVMAtomicRMW:
  case LLVMAtomicCmpXchg: access_guard(g, inst); break;
  case LLVMCall: calls_guard(g, inst); break;
  case LLVMRet: calls_return(g, inst); break;
  default: break;
  }
}

static void guard_function(Guard *g, LLVMValueRef entry, LLVMValueRef function) {
  size_t length;
  g->entry = entry;
  g->function = function;
  g->function_name = site_text(g, LLVMGetValueName2(entry, &length));
  g->needs_unwinding = false;
  map_clear(&g->referents);
  vec_clear(&g->open_phis);
  collect(g);
  blocks_find(g);
  access_find_groups(g);
  calls_enter(g);
  for (uint32_t i = 0; i < g->insts.len; i++) guard_instruction(g, g->insts.data[i]);
  referents_close_phis(g);
  blocks_emit(g);
}

static void init(Guard *g, LLVMModuleRef module, const GuardPlan *plan) {
  *g = (Guard){.arena = arena_new(), .module = module, .plan = plan};
  g->context = LLVMGetModuleContext(module);
  g->builder = LLVMCreateBuilderInContext(g->context);
  g->layout = LLVMGetModuleDataLayout(module);
  g->ptr_size = LLVMPointerSize(g->layout);
  g->nothing = LLVMVoidTypeInContext(g->context);
  g->bit = LLVMInt1TypeInContext(g->context);
  g->i32 = LLVMInt32TypeInContext(g->context);
  g->word = LLVMIntTypeInContext(g->context, g->ptr_size * 8);
  g->ptr = LLVMPointerTypeInContext(g->context, 0);
}

void guard_module(void *module, const GuardPlan *plan, GuardCounts *counts) {
  Guard g;
  init(&g, module, plan);
  helpers_link(&g);
  calls_declare_bodies(&g);
  for (uint32_t i = 0; i < g.bodies.count; i++)
    guard_function(&g, (LLVMValueRef)(uintptr_t)g.bodies.entries[i].key,
                   (LLVMValueRef)(uintptr_t)g.bodies.entries[i].value);
  calls_redirect_addresses(&g);
  calls_emit_thunks(&g);
  globals_emit(&g);
  helpers_finish(&g);
  if (counts) *counts = g.counts;
  LLVMDisposeBuilder(g.builder);
  arena_free(g.arena);
}
