/* Which LLVM accesses the ledger excuses. One of them may have become several
 * instructions of the program (a struct lane by lane): all of their checks have to be
 * safe. Nothing is excused in a function to which longjmp comes back: engines do not
 * follow it there. */
#include <llvm-c/Core.h>
#include <string.h>

#include "guard/guard.h"

/* Who closed the last of the checks of an instruction; NULL: one is open, or there is
 * none. */
static const char *closed_by(const Ledger *ledger, Val v) {
  const uint64_t *first = map_find(&ledger->by_inst, v.id);
  const char *engine = NULL;
  for (uint32_t i = first ? (uint32_t)*first : ledger->checks.len;
       i < ledger->checks.len && ledger->checks.data[i].at.id == v.id; i++) {
    if (ledger->checks.data[i].status != CHECK_SAFE) return NULL;
    engine = ledger->checks.data[i].engine;
  }
  return engine;
}

static unsigned number_of(GuardPlan *plan, const char *engine) {
  unsigned i = 0;
  while (i < plan->engine_count && strcmp(plan->engines[i], engine) != 0) i++;
  if (i == plan->engine_count && i < GUARD_MAX_ENGINES)
    plan->engines[plan->engine_count++] = engine;
  return i < GUARD_MAX_ENGINES ? i : GUARD_MAX_ENGINES - 1;
}

/* ---- functions that return twice ---- */

static bool returns_twice(LLVMValueRef inst) {
  static const char *const names[] = {"setjmp",      "_setjmp", "sigsetjmp",
                                      "__sigsetjmp", "vfork",   "getcontext"};
  LLVMValueRef callee =
    LLVMIsACallInst(inst) ? LLVMIsAFunction(LLVMGetCalledValue(inst)) : NULL;
  if (!callee) return false;
  size_t length;
  const char *name = LLVMGetValueName2(callee, &length);
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (!strcmp(name, names[i])) return true;
  return false;
}

static bool is_returned_to(LLVMValueRef function) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b;
       b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
      if (returns_twice(i)) return true;
  return false;
}

typedef struct Planner {
  Arena *arena;
  GuardPlan plan;
  Map odd; /* LLVM function -> 1: returned to, 2: not */
} Planner;

static bool may_excuse(Planner *s, LLVMValueRef inst) {
  LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(inst));
  uint64_t *known = map_at(s->arena, &s->odd, (uint64_t)(uintptr_t)function);
  if (!*known) *known = is_returned_to(function) ? 1 : 2;
  return *known == 2;
}

GuardPlan guard_plan(Arena *arena, const Program *p, const Ledger *ledger) {
  Planner s = {.arena = arena};
  Map states = {0}; /* LLVM instruction -> who; 0: open */
  for (Val v = {0}; p->llvm && v.id < p->insts.len; v.id++) {
    LLVMValueRef inst = p->llvm[v.id];
    if (!inst || !LLVMIsAInstruction(inst) || !map_has(&ledger->by_inst, v.id)) continue;
    const char *engine = closed_by(ledger, v);
    bool known = map_has(&states, (uint64_t)(uintptr_t)inst);
    uint64_t *state = map_at(arena, &states, (uint64_t)(uintptr_t)inst);
    *state = engine && (!known || *state) ? (uint64_t)(uintptr_t)engine : 0;
  }
  for (uint32_t i = 0; i < states.count; i++) {
    const char *engine = (const char *)(uintptr_t)states.entries[i].value;
    LLVMValueRef inst = (LLVMValueRef)(uintptr_t)states.entries[i].key;
    if (engine && may_excuse(&s, inst))
      map_set(arena, &s.plan.safe, states.entries[i].key, number_of(&s.plan, engine));
  }
  return s.plan;
}
