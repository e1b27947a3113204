/* Instrumenting a module for the runtime (include/belay_rt.h, docs/runtime.md).
 *
 * requires: a module as clang wrote it, after our one round of promotion
 * (promote_locals); no other pass has run. yields:   the module with a check before every
 * access that the plan does not excuse; meant to be optimised afterwards, at the user's
 * level.
 *
 * The module and the values in the plan are LLVM's (LLVMModuleRef, LLVMValueRef), hidden
 * from readers without its headers. */
#ifndef BELAY_GUARD_GUARD_H
#define BELAY_GUARD_GUARD_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/map.h"
#include "ledger/ledger.h"

enum { GUARD_MAX_ENGINES = 8 };

/* Which checks are not needed. All zero: none is excused. */
typedef struct GuardPlan {
  Map safe;     /* LLVM instruction -> index of who proved its access */
  Map but_null; /* LLVM instruction -> 1: a test of its address against 0 is enough */
  const char *engines[GUARD_MAX_ENGINES];
  unsigned engine_count;
} GuardPlan;

typedef struct GuardCounts {
  unsigned accesses;                  /* reads, writes and copies in the module */
  unsigned proved[GUARD_MAX_ENGINES]; /* excused by the plan, by engine */
  unsigned constant;                  /* inside their variable whatever happens */
  unsigned redundant;                 /* behind a check of the same bytes */
  unsigned null;                      /* tested against 0 alone */
  unsigned checks;                    /* the rest: compiled in */
  unsigned blocks;                    /* variables whose life is tracked */
} GuardCounts;

/* The plan that follows from a ledger whose program was loaded with keep_llvm: an LLVM
 * access is excused when every check of every instruction that it became is safe. */
GuardPlan guard_plan(Arena *arena, const Program *p, const Ledger *ledger);

/* `plan` and `counts` may be NULL. `optimised`: guard_optimise comes next. */
void guard_module(void *module, const GuardPlan *plan, bool optimised,
                  GuardCounts *counts);
/* Optimises for a first time, on the level of the checks, and makes them checks. */
void guard_optimise(void *module);

#endif
