/* Which LLVM accesses the ledger excuses. One of them may have become several
 * instructions of the program (a struct lane by lane): all of their checks have to be
 * safe. */
#include <llvm-c/Core.h>

#include "guard/guard.h"

static bool is_closed(const Ledger *ledger, Val v) {
  const uint64_t *first = map_find(&ledger->by_inst, v.id);
  if (!first) return false;
  for (uint32_t i = (uint32_t)*first; i < ledger->checks.len; i++) {
    const Check *check = &ledger->checks.data[i];
    if (check->at.id != v.id) break;
    if (check->status != CHECK_SAFE) return false;
  }
  return true;
}

static bool has_check(const Ledger *ledger, Val v) {
  return map_has(&ledger->by_inst, v.id);
}

GuardPlan guard_plan(Arena *arena, const Program *p, const Ledger *ledger) {
  enum { SAFE = 1, OPEN = 2 };
  GuardPlan plan = {0};
  Map states = {0};
  for (Val v = {0}; p->llvm && v.id < p->insts.len; v.id++) {
    LLVMValueRef inst = p->llvm[v.id];
    if (!inst || !LLVMIsAInstruction(inst) || !has_check(ledger, v)) continue;
    uint64_t *state = map_at(arena, &states, (uint64_t)(uintptr_t)inst);
    if (!is_closed(ledger, v))
      *state = OPEN;
    else if (!*state)
      *state = SAFE;
  }
  for (uint32_t i = 0; i < states.count; i++)
    if (states.entries[i].value == SAFE)
      map_set(arena, &plan.safe, states.entries[i].key, 1);
  return plan;
}
