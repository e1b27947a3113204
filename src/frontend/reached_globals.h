/* The variables that a function and all that it may call can change or see changed.
 * Private to this folder. */
#ifndef BELAY_FRONTEND_REACHED_GLOBALS_H
#define BELAY_FRONTEND_REACHED_GLOBALS_H

#include <llvm-c/Core.h>

#include "base/arena.h"
#include "base/vec.h"

typedef Vec(LLVMValueRef) GlobalList;

/* Defined, not constant, in the order in which they are met; without private variables
 * that nobody writes to: those keep their value. */
GlobalList reached_globals(Arena *arena, LLVMValueRef function);

#endif
