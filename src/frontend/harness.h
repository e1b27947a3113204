/* Where a run starts that does not start at main: a function, made for the one that was
 * asked for, that calls it with unknown arguments and unknown globals (docs/entry.md).
 * What it makes is ordinary code: the engines know nothing of it. Private to this folder.
 */
#ifndef BELAY_FRONTEND_HARNESS_H
#define BELAY_FRONTEND_HARNESS_H

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>

#include "base/vec.h"
#include "frontend/frontend.h"

typedef struct Harness {
  LLVMValueRef entry; /* the made function; NULL: none is needed */
  bool redeems;       /* memory may hold pointers that are still to be chosen */
  Vec(const char *) assumptions; /* what the unknown values are taken to be, in words */
} Harness;

/* Before the models are linked. False, with words, when no call can be made. */
bool harness_build(Arena *arena, LLVMModuleRef module, const FrontendOptions *options,
                   Harness *harness, const char **error);
/* After promotion: every pointer that is loaded is redeemed (models/lazy.c). */
void harness_redeem_loads(LLVMModuleRef module);

#endif
