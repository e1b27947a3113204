/* Exactly one round of promotion to SSA form.
 *
 * requires: code as clang wrote it, nothing promoted yet.
 * yields:   a local that is only loaded from and stored to (in that code) is in SSA form;
 *           every other local is still in memory, with its lifetime markers.
 *
 * LLVM's mem2reg alone repeats until nothing changes, and so erases errors: after
 * `p = &i; } *p = 1` it forwards p, then finds that i is only stored to and promotes that
 * too. So every local with another use gets one more, which no promotion can remove;
 * mem2reg runs; and the uses are taken away again.
 *
 * mem2reg also takes "not written yet" as leave to pick any value: with one store of a
 * constant in a branch, a load behind the branch becomes that constant. To keep the
 * indeterminate value visible, it is written explicitly at the start of the variable's
 * life (a call of a function of no meaning), and becomes undef afterwards, when the phis
 * stand. That is also what makes each turn of a loop start with an indeterminate
 * variable.
 *
 * A module that was promoted says so in a named metadata node, and is left as it is:
 * bitcode that belay wrote (a slice, say) may be read again. */
#include <llvm-c/Transforms/PassBuilder.h>
#include <stdio.h>

#include "base/vec.h"
#include "frontend/holds.h"
#include "frontend/literals.h"
#include "frontend/lives.h"
#include "frontend/lower.h"

#define KEEP_NAME "belay.keep"
#define UNSET_NAME "belay.unset."
#define DONE_NAME "belay.promoted"

/* A marker or alloca after which a local may be read before it is written. */
typedef struct Start {
  LLVMValueRef local; /* NULL: written since, needs nothing */
  LLVMValueRef after;
} Start;

typedef Vec(LLVMValueRef) VecValues;

typedef struct Promotion {
  Arena *arena;
  LLVMModuleRef module;
  LLVMContextRef context;
  LLVMBuilderRef builder;
  unsigned start_id, end_id; /* lifetime intrinsics */
  LLVMValueRef keep;
  Map locals;  /* promotable alloca -> 1 */
  Map pending; /* alloca -> 1 + index into starts, in the current block */
  Vec(Start) starts;
  VecValues dummies;   /* calls of keep */
  VecValues unsets;    /* calls of UNSET_NAME* */
  Map unset_functions; /* type -> function */
  uint32_t accesses;   /* loads and stores that promotion takes away */
  Holds *holds;        /* NULL: not asked for */
  VecValues held;      /* of the current function */
} Promotion;

static uint64_t key_of(const void *pointer) { return (uint64_t)(uintptr_t)pointer; }

static unsigned intrinsic_of(LLVMValueRef inst) {
  LLVMValueRef callee =
    LLVMIsACallInst(inst) ? LLVMIsAFunction(LLVMGetCalledValue(inst)) : NULL;
  return callee ? LLVMGetIntrinsicID(callee) : 0;
}

static bool is_lifetime_marker(const Promotion *p, LLVMValueRef inst) {
  unsigned id = intrinsic_of(inst);
  return id && (id == p->start_id || id == p->end_id);
}

static bool is_plain_access(LLVMValueRef user, LLVMValueRef local, LLVMTypeRef type) {
  if (LLVMIsALoadInst(user)) return !LLVMGetVolatile(user) && LLVMTypeOf(user) == type;
  if (LLVMIsAStoreInst(user))
    return LLVMGetOperand(user, 0) != local && !LLVMGetVolatile(user) &&
           LLVMTypeOf(LLVMGetOperand(user, 0)) == type;
  return false;
}

static bool is_promotable(const Promotion *p, LLVMValueRef local) {
  LLVMTypeRef type = LLVMGetAllocatedType(local);
  LLVMValueRef length = LLVMIsAConstantInt(LLVMGetOperand(local, 0));
  if (!length || LLVMConstIntGetZExtValue(length) != 1) return false;
  for (LLVMUseRef use = LLVMGetFirstUse(local); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (!is_plain_access(user, local, type) && !is_lifetime_marker(p, user)) return false;
  }
  return true;
}

static uint32_t count_accesses(const Promotion *p, LLVMValueRef local) {
  uint32_t count = 0;
  for (LLVMUseRef use = LLVMGetFirstUse(local); use; use = LLVMGetNextUse(use))
    count += !is_lifetime_marker(p, LLVMGetUser(use));
  return count;
}

static LLVMValueRef declare(Promotion *p, const char *name, LLVMTypeRef result,
                            LLVMTypeRef *params, unsigned count) {
  return LLVMAddFunction(p->module, name, LLVMFunctionType(result, params, count, false));
}

static void add_dummy_use(Promotion *p, LLVMValueRef local, LLVMValueRef before) {
  LLVMTypeRef pointer = LLVMTypeOf(local), nothing = LLVMVoidTypeInContext(p->context);
  if (!p->keep) p->keep = declare(p, KEEP_NAME, nothing, &pointer, 1);
  LLVMPositionBuilderBefore(p->builder, before);
  LLVMTypeRef type = LLVMGlobalGetValueType(p->keep);
  vec_push(p->arena, &p->dummies,
           LLVMBuildCall2(p->builder, type, p->keep, &local, 1, ""));
}

/* mem2reg looks at the entry block alone. */
static void sort_locals(Promotion *p, LLVMBasicBlockRef entry) {
  LLVMValueRef end = LLVMGetBasicBlockTerminator(entry);
  for (LLVMValueRef i = LLVMGetFirstInstruction(entry); i && i != end;
       i = LLVMGetNextInstruction(i)) {
    if (!LLVMIsAAllocaInst(i)) continue;
    if (is_promotable(p, i)) {
      map_set(p->arena, &p->locals, key_of(i), 1);
      p->accesses += count_accesses(p, i);
    } else {
      add_dummy_use(p, i, end);
    }
  }
}

static LLVMValueRef unset_function(Promotion *p, LLVMTypeRef type) {
  uint64_t *found = map_at(p->arena, &p->unset_functions, key_of(type));
  if (!*found) {
    char name[64];
    snprintf(name, sizeof name, UNSET_NAME "%u", p->unset_functions.count);
    *found = key_of(declare(p, name, type, NULL, 0));
  }
  return (LLVMValueRef)(uintptr_t)*found;
}

static void write_unset(Promotion *p, const Start *start) {
  LLVMValueRef function = unset_function(p, LLVMGetAllocatedType(start->local));
  LLVMPositionBuilderBefore(p->builder, LLVMGetNextInstruction(start->after));
  LLVMValueRef value =
    LLVMBuildCall2(p->builder, LLVMGlobalGetValueType(function), function, NULL, 0, "");
  LLVMBuildStore(p->builder, value, start->local);
  vec_push(p->arena, &p->unsets, value);
}

static void start_life(Promotion *p, LLVMValueRef local, LLVMValueRef after) {
  if (!map_has(&p->locals, key_of(local))) return;
  uint64_t *at = map_at(p->arena, &p->pending, key_of(local));
  if (*at) p->starts.data[*at - 1].local = NULL;
  vec_push(p->arena, &p->starts, (Start){local, after});
  *at = p->starts.len;
}

static void see_access(Promotion *p, LLVMValueRef local, bool write) {
  uint64_t *at = map_find(&p->pending, key_of(local));
  if (!at || !*at) return;
  if (write) p->starts.data[*at - 1].local = NULL;
  *at = 0;
}

static void find_starts(Promotion *p, LLVMBasicBlockRef block) {
  map_clear(&p->pending);
  for (LLVMValueRef i = LLVMGetFirstInstruction(block); i;
       i = LLVMGetNextInstruction(i)) {
    if (LLVMIsAAllocaInst(i))
      start_life(p, i, i);
    else if (LLVMIsALoadInst(i))
      see_access(p, LLVMGetOperand(i, 0), false);
    else if (LLVMIsAStoreInst(i))
      see_access(p, LLVMGetOperand(i, 1), true);
    else if (p->start_id && intrinsic_of(i) == p->start_id)
      start_life(p, LLVMGetOperand(i, 1), i);
  }
}

/* Bitcode made without optimisation forbids every pass. */
static void allow_passes(LLVMValueRef function) {
  unsigned kind = LLVMGetEnumAttributeKindForName("optnone", 7);
  LLVMRemoveEnumAttributeAtIndex(function, LLVMAttributeFunctionIndex, kind);
}

/* ---- what variables hold when a run ends ---- */

/* A variable out of its scope holds nothing. */
static void forget_at_end(Promotion *p, LLVMValueRef local) {
  VecValues ends = {0};
  for (LLVMUseRef use = LLVMGetFirstUse(local); use; use = LLVMGetNextUse(use))
    if (LLVMIsACallInst(LLVMGetUser(use)) && intrinsic_of(LLVMGetUser(use)) == p->end_id)
      vec_push(p->arena, &ends, LLVMGetUser(use));
  for (uint32_t i = 0; i < ends.len; i++) write_unset(p, &(Start){local, ends.data[i]});
}

static void write_holds(Promotion *p, LLVMValueRef function) {
  if (!holds_in(p->holds, function)) return;
  vec_clear(&p->held);
  for (uint32_t i = 0; i < p->locals.count; i++) {
    LLVMValueRef local = (LLVMValueRef)(uintptr_t)p->locals.entries[i].key;
    if (!holds_local(p->holds, local)) continue;
    vec_push(p->arena, &p->held, local);
    forget_at_end(p, local);
  }
  holds_write(p->holds, function, p->held.data, p->held.len);
}

static void prepare_function(Promotion *p, LLVMValueRef function) {
  allow_passes(function);
  literals_give_life(p->module, function);
  lives_note(p->arena, function);
  map_clear(&p->locals);
  vec_clear(&p->starts);
  sort_locals(p, LLVMGetEntryBasicBlock(function));
  write_holds(p, function);
  if (!p->locals.count) return;
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b;
       b = LLVMGetNextBasicBlock(b))
    find_starts(p, b);
  for (uint32_t i = 0; i < p->starts.len; i++)
    if (p->starts.data[i].local) write_unset(p, &p->starts.data[i]);
}

static void run_mem2reg(LLVMModuleRef module) {
  LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
  LLVMErrorRef error = LLVMRunPasses(module, "mem2reg", NULL, options);
  if (error) LLVMConsumeError(error);
  LLVMDisposePassBuilderOptions(options);
}

static void remove_traces(Promotion *p) {
  for (uint32_t i = 0; i < p->dummies.len; i++)
    LLVMInstructionEraseFromParent(p->dummies.data[i]);
  for (uint32_t i = 0; i < p->unsets.len; i++) {
    LLVMValueRef call = p->unsets.data[i];
    LLVMReplaceAllUsesWith(call, LLVMGetUndef(LLVMTypeOf(call)));
    LLVMInstructionEraseFromParent(call);
  }
  if (p->keep) LLVMDeleteFunction(p->keep);
  for (uint32_t i = 0; i < p->unset_functions.count; i++)
    LLVMDeleteFunction((LLVMValueRef)(uintptr_t)p->unset_functions.entries[i].value);
}

uint32_t promote_locals(LLVMModuleRef module, bool holds) {
  if (LLVMGetNamedMetadata(module, DONE_NAME, sizeof DONE_NAME - 1)) return 0;
  Promotion p = {.arena = arena_new(), .module = module};
  p.context = LLVMGetModuleContext(module);
  p.builder = LLVMCreateBuilderInContext(p.context);
  p.start_id = LLVMLookupIntrinsicID("llvm.lifetime.start", 19);
  p.end_id = LLVMLookupIntrinsicID("llvm.lifetime.end", 17);
  if (holds) p.holds = holds_new(module);
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
    if (LLVMCountBasicBlocks(f)) prepare_function(&p, f);
  run_mem2reg(module);
  remove_traces(&p);
  LLVMGetOrInsertNamedMetadata(module, DONE_NAME, sizeof DONE_NAME - 1);
  holds_free(p.holds);
  LLVMDisposeBuilder(p.builder);
  arena_free(p.arena);
  return p.accesses;
}
