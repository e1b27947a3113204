/* The pass: function by function, instruction by instruction. */
#include <string.h>

#include "guard/pass.h"

/* An address computation that is promised to stay inside its object would let LLVM
 * conclude that a check cannot fail. */
static void weaken(LLVMValueRef inst) {
  if (LLVMGetInstructionOpcode(inst) == LLVMGetElementPtr) LLVMSetIsInBounds(inst, false);
}

typedef struct Visit {
  LLVMBasicBlockRef block;
  unsigned next; /* successor */
} Visit;

typedef struct Order {
  Map seen;
  Vec(Visit) open;
  Vec(LLVMBasicBlockRef) done; /* a block behind all that it leads to, but for loops */
} Order;

static void enter_block(Guard *g, Order *order, LLVMBasicBlockRef block) {
  if (map_has(&order->seen, key_of(block))) return;
  map_set(g->arena, &order->seen, key_of(block), 1);
  vec_push(g->arena, &order->open, (Visit){block, 0});
}

static void order_from(Guard *g, Order *order, LLVMBasicBlockRef block) {
  enter_block(g, order, block);
  while (order->open.len) {
    Visit *top = &vec_last(&order->open);
    LLVMValueRef end = LLVMGetBasicBlockTerminator(top->block);
    if (top->next < LLVMGetNumSuccessors(end)) {
      enter_block(g, order, LLVMGetSuccessor(end, top->next++));
    } else {
      vec_push(g->arena, &order->done, top->block);
      (void)vec_pop(&order->open);
    }
  }
}

static void collect_block(Guard *g, LLVMBasicBlockRef block) {
  for (LLVMValueRef i = LLVMGetFirstInstruction(block); i;
       i = LLVMGetNextInstruction(i)) {
    weaken(i);
    vec_push(g->arena, &g->insts, i);
  }
}

/* What makes a value comes before what uses it; code that nothing leads to comes last. */
static void collect(Guard *g) {
  Order order = {0};
  vec_clear(&g->insts);
  order_from(g, &order, LLVMGetEntryBasicBlock(g->function));
  for (uint32_t i = order.done.len; i-- > 0;) collect_block(g, order.done.data[i]);
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(g->function); b;
       b = LLVMGetNextBasicBlock(b))
    if (!map_has(&order.seen, key_of(b))) collect_block(g, b);
}

static void guard_instruction(Guard *g, LLVMValueRef inst) {
  switch (LLVMGetInstructionOpcode(inst)) {
  case LLVMLoad:
  case LLVMStore:
  case LLVMAtomicRMW:
  case LLVMAtomicCmpXchg: access_guard(g, inst); break;
  case LLVMCall: calls_guard(g, inst); break;
  case LLVMRet: bodies_return(g, inst); break;
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
  map_clear(&g->replaced);
  vec_clear(&g->open_phis);
  collect(g);
  blocks_find(g);
  groups_find(g);
  bodies_enter(g);
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
  bodies_declare(&g);
  for (uint32_t i = 0; i < g.bodies.count; i++)
    guard_function(&g, (LLVMValueRef)(uintptr_t)g.bodies.entries[i].key,
                   (LLVMValueRef)(uintptr_t)g.bodies.entries[i].value);
  calls_redirect_addresses(&g);
  bodies_emit_thunks(&g);
  globals_emit(&g);
  helpers_finish(&g);
  if (counts) *counts = g.counts;
  LLVMDisposeBuilder(g.builder);
  arena_free(g.arena);
}
