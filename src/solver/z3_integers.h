/* Private to solver/: questions in Z3's integers instead of bit vectors. Most conditions
 * of programs are sums and comparisons that do not wrap around; as integers they are
 * decided in a fraction of the time. A sum that may wrap is given with its quotient by
 * 2^width; what has no meaning as a sum is an unknown within its range. So NO is an
 * answer to the question itself; a model counts only after it was tried in the terms. */
#ifndef BELAY_SOLVER_Z3_INTEGERS_H
#define BELAY_SOLVER_Z3_INTEGERS_H

#include "solver/ranges.h"
#include "solver/solver.h"

typedef struct Z3Integers Z3Integers;

Z3Integers *z3_integers_new(Arena *arena, Terms *terms);
void z3_integers_free(Z3Integers *z);
/* Effort of all questions so far. */
uint64_t z3_integers_spent(Z3Integers *z);
/* Is the conjunction satisfiable, given that the ranges hold (they must follow from it)?
 */
Answer z3_integers_check(Z3Integers *z, Ranges *ranges, const Term *constraints,
                         uint32_t count, uint64_t effort, Arena *arena, Model **model);

#endif
