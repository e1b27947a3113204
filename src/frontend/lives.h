/* See lives.c: locals that may end without a marker. */
#ifndef BELAY_FRONTEND_LIVES_H
#define BELAY_FRONTEND_LIVES_H

#include <llvm-c/Core.h>
#include <stdbool.h>

#include "base/arena.h"

/* Some local of the function may be dead before its program says so, and somebody may
 * have its address by then. */
bool lives_longer(LLVMValueRef function);
/* Before anything is promoted: finds out, for later. */
void lives_note(Arena *scratch, LLVMValueRef function);

#endif
