/* See holds.c: what the variables of a function hold when a run may end. */
#ifndef BELAY_FRONTEND_HOLDS_H
#define BELAY_FRONTEND_HOLDS_H

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>
#include <stdbool.h>
#include <stdint.h>

#define HOLD_NAME "belay.hold"

typedef struct Holds Holds;

Holds *holds_new(LLVMModuleRef module);
void holds_free(Holds *h);

/* Whether a run may end inside the function. */
bool holds_in(const Holds *h, LLVMValueRef function);
/* Whether the local may hold a block. */
bool holds_local(const Holds *h, LLVMValueRef local);
/* Writes the calls; `locals` are those of the function that will be promoted. */
void holds_write(Holds *h, LLVMValueRef function, const LLVMValueRef *locals,
                 uint32_t count);

/* After lowering: gives HOLD_NAME a body that does nothing, so that the module can be
 * compiled, and read again. */
void holds_define(LLVMModuleRef module);

#endif
