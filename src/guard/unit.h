/* Bitcode files in and out of the guard. */
#ifndef BELAY_GUARD_UNIT_H
#define BELAY_GUARD_UNIT_H

#include "frontend/frontend.h"
#include "guard/guard.h"

/* One unit as clang wrote it, with every check; `section` gets the bytes of `input`, in
 * the object that `output` becomes. NULL, or what went wrong. */
const char *guard_unit(Arena *arena, const char *input, const char *output,
                       const char *section, GuardCounts *counts);

/* A whole program, with the checks that the plan leaves; ends LLVM's side of it. NULL, or
 * what went wrong. */
const char *guard_program(Arena *arena, FrontendLlvm *llvm, const GuardPlan *plan,
                          const char *output, GuardCounts *counts);

#endif
