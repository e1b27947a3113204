/* Whether a program is well formed: everything that ir.h promises. Runs on every program,
 * in time near-linear in its size; every engine may rely on what it checks.
 *
 * Not checked, because C allows it: that the arguments of a call fit the callee. */
#ifndef BELAY_IR_VERIFY_H
#define BELAY_IR_VERIFY_H

#include "ir/ir.h"

/* False with the first fault: where it is (function, block, instruction) and what. */
bool ir_verify(const Program *p, Arena *arena, const char **message);

#endif
