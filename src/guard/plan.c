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

/* Whether all of its checks are safe, or are so unless the address is next to 0. */
static bool is_open_for_null(const Ledger *ledger, Val v) {
  const uint64_t *first = map_find(&ledger->by_inst, v.id);
  for (uint32_t i = first ? (uint32_t)*first : ledger->checks.len;
       i < ledger->checks.len && ledger->checks.data[i].at.id == v.id; i++) {
    const Check *check = &ledger->checks.data[i];
    if (check->status != CHECK_SAFE && !(check->status == CHECK_OPEN && check->but_null))
      return false;
  }
  return first != NULL;
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

static bool is_access(const Program *p, Val v) {
  return ir_inst(p, v)->op == OP_LOAD || ir_inst(p, v)->op == OP_STORE;
}

static void plan_instruction(Planner *s, Map *who, Map *null, const Program *p,
                             const Ledger *ledger, Val v) {
  uint64_t key = (uint64_t)(uintptr_t)p->llvm[v.id];
  const char *engine = closed_by(ledger, v);
  bool known = map_has(who, key);
  uint64_t *state = map_at(s->arena, who, key);
  *state = engine && (!known || *state) ? (uint64_t)(uintptr_t)engine : 0;
  state = map_at(s->arena, null, key);
  *state = is_access(p, v) && is_open_for_null(ledger, v) && (!known || *state);
}

GuardPlan guard_plan(Arena *arena, const Program *p, const Ledger *ledger) {
  Planner s = {.arena = arena};
  Map who = {0}, null = {0}; /* LLVM instruction -> engine, 0: open; -> 1 */
  for (Val v = {0}; p->llvm && v.id < p->insts.len; v.id++) {
    LLVMValueRef inst = p->llvm[v.id];
    if (inst && LLVMIsAInstruction(inst) && map_has(&ledger->by_inst, v.id))
      plan_instruction(&s, &who, &null, p, ledger, v);
  }
  for (uint32_t i = 0; i < who.count; i++) {
    const char *engine = (const char *)(uintptr_t)who.entries[i].value;
    uint64_t key = who.entries[i].key;
    bool but_null = map_get(&null, key, 0);
    if ((!engine && !but_null) || !may_excuse(&s, (LLVMValueRef)(uintptr_t)key)) continue;
    if (engine)
      map_set(arena, &s.plan.safe, key, number_of(&s.plan, engine));
    else
      map_set(arena, &s.plan.but_null, key, 1);
  }
  return s.plan;
}
