/* The pass: function by function, instruction by instruction. */
#include <string.h>

#include "guard/pass.h"

/* No object reaches into the last page. */
enum { UNSET_ADDRESS = -2048 };

/* What would let LLVM conclude that a check cannot fail, or cannot be come to: an address
 * computation that is promised to stay inside its object, a pointer without a value. */
static void weaken(const Guard *g, LLVMValueRef inst) {
  if (LLVMGetInstructionOpcode(inst) == LLVMGetElementPtr) LLVMSetIsInBounds(inst, false);
  for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(inst); i++) {
    LLVMValueRef operand = LLVMGetOperand(inst, i);
    if (LLVMTypeOf(operand) == g->ptr && LLVMIsUndef(operand))
      LLVMSetOperand(
        inst, i, LLVMConstIntToPtr(LLVMConstInt(g->word, UNSET_ADDRESS, true), g->ptr));
  }
}

typedef struct Visit {
  LLVMBasicBlockRef block;
  unsigned next; /* successor */
} Visit;

typedef struct Order {
  Arena *arena;
  Map seen;
  Vec(Visit) open;
  BlockList done; /* a block behind all that it leads to, but for loops */
} Order;

static void enter_block(Order *order, LLVMBasicBlockRef block) {
  if (map_has(&order->seen, key_of(block))) return;
  map_set(order->arena, &order->seen, key_of(block), 1);
  vec_push(order->arena, &order->open, (Visit){block, 0});
}

static void order_from(Order *order, LLVMBasicBlockRef block) {
  enter_block(order, block);
  while (order->open.len) {
    Visit *top = &vec_last(&order->open);
    LLVMValueRef end = LLVMGetBasicBlockTerminator(top->block);
    if (top->next < LLVMGetNumSuccessors(end)) {
      enter_block(order, LLVMGetSuccessor(end, top->next++));
    } else {
      vec_push(order->arena, &order->done, top->block);
      (void)vec_pop(&order->open);
    }
  }
}

BlockList pass_blocks(Arena *arena, LLVMValueRef function) {
  Order order = {.arena = arena};
  BlockList blocks = {0};
  order_from(&order, LLVMGetEntryBasicBlock(function));
  for (uint32_t i = order.done.len; i-- > 0;)
    vec_push(arena, &blocks, order.done.data[i]);
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b;
       b = LLVMGetNextBasicBlock(b))
    if (!map_has(&order.seen, key_of(b))) vec_push(arena, &blocks, b);
  return blocks;
}

/* What makes a value comes before what uses it; code that nothing leads to comes last. */
static void collect(Guard *g) {
  vec_clear(&g->insts);
  BlockList blocks = pass_blocks(g->arena, g->function);
  for (uint32_t i = 0; i < blocks.len; i++)
    for (LLVMValueRef inst = LLVMGetFirstInstruction(blocks.data[i]); inst;
         inst = LLVMGetNextInstruction(inst)) {
      weaken(g, inst);
      vec_push(g->arena, &g->insts, inst);
    }
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

static void init(Guard *g, LLVMModuleRef module, const GuardPlan *plan, bool late) {
  *g = (Guard){.arena = arena_new(), .module = module, .plan = plan, .late = late};
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

static void release(Guard *g) {
  LLVMDisposeBuilder(g->builder);
  arena_free(g->arena);
}

void guard_module(void *module, const GuardPlan *plan, bool optimised,
                  GuardCounts *counts) {
  Guard g;
  init(&g, module, plan, optimised);
  helpers_link(&g);
  bodies_declare(&g);
  needs_find(&g);
  for (uint32_t i = 0; i < g.bodies.count; i++)
    guard_function(&g, (LLVMValueRef)(uintptr_t)g.bodies.entries[i].key,
                   (LLVMValueRef)(uintptr_t)g.bodies.entries[i].value);
  calls_redirect_addresses(&g);
  bodies_emit_thunks(&g);
  globals_emit(&g);
  helpers_finish(&g);
  if (counts) *counts = g.counts;
  release(&g);
}

void guard_optimise(void *module) {
  Guard g;
  init(&g, module, NULL, true);
  late_optimise(&g);
  release(&g);
}
