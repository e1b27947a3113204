/* Private to solver/: values of Z3's models. */
#ifndef BELAY_SOLVER_Z3_VALUES_H
#define BELAY_SOLVER_Z3_VALUES_H

#include <z3.h>

#include "solver/term.h"

/* The number that a numeral of Z3 is; a negative one as its two's complement. */
bool z3_numeral(Z3_context c, Z3_ast a, Word *value);
/* Takes an array's value as Z3 gives it: stores over a constant array, or a function
 * graph. */
void z3_take_array(Z3_context c, Z3_model m, Z3_ast value, uint32_t number, Arena *arena,
                   Model *out);
/* A model that Z3 gave is believed only if it makes every constraint true in our own
 * terms. */
bool z3_model_holds(Terms *terms, Model *m, const Term *constraints, uint32_t count);
/* Limits the effort of one question, in Z3's own count. */
void z3_limit(Z3_context c, Z3_solver solver, uint64_t effort);
/* What the solver has spent so far, in the same count. */
uint64_t z3_spent(Z3_context c, Z3_solver solver);

#endif
