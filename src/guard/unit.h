/* Bitcode files in and out of the guard. */
#ifndef BELAY_GUARD_UNIT_H
#define BELAY_GUARD_UNIT_H

#include "frontend/frontend.h"
#include "guard/guard.h"

/* What the object that a unit becomes keeps beside its code, in sections that the linker
 * leaves out. */
typedef struct GuardKept {
  const char *section, *path;      /* the bytes of this file */
  const char *note_section, *note; /* a text */
  const char *count_section;       /* the number of checks, in decimal */
} GuardKept;

/* One unit as clang wrote it, with every check, as they are without an optimiser. `kept`
 * may be NULL. NULL, or what went wrong. */
const char *guard_unit(Arena *arena, const char *input, const char *output,
                       const GuardKept *kept, GuardCounts *counts);

/* Whether there is assembly beside the functions, which may call any of them. */
bool guard_has_assembly(const FrontendLlvm *llvm);

/* A program or unit that the front end has read, with the checks that the plan leaves,
 * unless there are more than `most`; ends LLVM's side of it. NULL, or what went wrong. */
const char *guard_program(Arena *arena, FrontendLlvm *llvm, const GuardPlan *plan,
                          bool optimised, const char *output, const GuardKept *kept,
                          unsigned most, GuardCounts *counts);

#endif
