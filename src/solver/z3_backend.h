/* Private to solver/: the only door to Z3. */
#ifndef BELAY_SOLVER_Z3_BACKEND_H
#define BELAY_SOLVER_Z3_BACKEND_H

#include "solver/solver.h"

typedef struct Z3Backend Z3Backend;

Z3Backend *z3_backend_new(Arena *arena, Terms *terms);
void z3_backend_free(Z3Backend *z);
/* Effort of all questions so far. */
uint64_t z3_backend_spent(Z3Backend *z);
/* Is the conjunction satisfiable? On YES a model over the variables of the constraints;
 * on NO `core` (if not NULL) gets the ids of constraints that suffice, rising. */
Answer z3_backend_check(Z3Backend *z, const Term *constraints, uint32_t count,
                        uint64_t effort, Arena *arena, Model **model, VecU32 *core);

#endif
