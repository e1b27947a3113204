/* Paths that meet again behind an `if` become one: merge.c. Private to symbolic/. */
#ifndef BELAY_SYMBOLIC_MERGE_H
#define BELAY_SYMBOLIC_MERGE_H

#include "symbolic/exec.h"

/* Whether the ways of the branch that ends `b` meet soon, and where. */
bool merge_possible(Exec *x, const SymState *s, Blk b, Blk *join);
/* The branch was taken: `s` where the condition holds, `other` (not scheduled yet) where
 * it does not. Runs both up to the meeting point and goes on with one state if it can. */
StepResult merge_branch(Exec *x, SymState *s, SymState *other, Term condition, Blk join);

#endif
