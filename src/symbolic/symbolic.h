/* Engine `symbolic`: explores the program path by path. Finds a path that breaks a check
 * (replayed by the runner before anybody is told) and closes the checks of a program
 * whose paths it finishes. */
#ifndef BELAY_SYMBOLIC_SYMBOLIC_H
#define BELAY_SYMBOLIC_SYMBOLIC_H

#include "ledger/engine.h"

extern const Engine symbolic_engine;

/* ---- for tests: what a path came to ---- */

/* A register at the end of a path, as the path's model has it. */
typedef struct SymbolicValue {
  Val at;
  bool is_pointer;
  Val made_at;   /* pointers: alloca or alloc; VAL_NONE for a global or function */
  uint64_t bits; /* pointers: the offset */
} SymbolicValue;

/* A path that returned from the entry function. `values`: of the block that returns. */
typedef struct SymbolicEnd {
  const Inputs *inputs;
  const SymbolicValue *values;
  uint32_t count;
} SymbolicEnd;

/* Has every such path told, in the process of the engine; NULL turns it off. */
void symbolic_on_end(void (*told)(void *context, const SymbolicEnd *end), void *context);

#endif
