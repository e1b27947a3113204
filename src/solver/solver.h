/* Is this conjunction satisfiable? Asked in order of cost: constants and facts, ranges
 * implied by the constraints, models seen before, cores seen before, then Z3 on only
 * those constraints that share variables with the question. "Unknown" is an answer of its
 * own and never means "no". Effort is counted, not timed: the same questions get the same
 * answers. */
#ifndef BELAY_SOLVER_SOLVER_H
#define BELAY_SOLVER_SOLVER_H

#include "solver/term.h"

typedef enum Answer { ANSWER_NO, ANSWER_YES, ANSWER_UNKNOWN } Answer;

/* SOLVER_STATISTIC(name, help): who answered. */
#define SOLVER_STATISTICS(S)                            \
  S(queries, "questions asked")                         \
  S(by_constant, "answered by constants and facts")     \
  S(by_range, "answered by ranges of the constraints")  \
  S(by_model, "answered by a model seen before")        \
  S(by_cache, "answered by a question seen before")     \
  S(by_core, "answered by a contradiction seen before") \
  S(by_integers, "answered by Z3, over the integers")   \
  S(by_z3, "answered by Z3, over bit vectors")          \
  S(unknown, "not answered")

typedef struct SolverStatistics {
#define S(name, help) uint64_t name;
  SOLVER_STATISTICS(S)
#undef S
  double z3_seconds;
  uint64_t z3_effort; /* by Z3's own count, the same on any machine */
} SolverStatistics;

typedef struct Solver Solver;

/* `effort` is Z3's resource limit for one question; 0: a default. */
Solver *solver_new(Arena *arena, Terms *terms, uint64_t effort);
void solver_free(Solver *solver);
/* The effort of the questions to come; 0: bit vectors are not asked at all. Returns that
 * so far. */
uint64_t solver_set_effort(Solver *solver, uint64_t effort);
const SolverStatistics *solver_statistics(const Solver *solver);

/* A conjunction, as a state keeps it. Persistent: paths share their prefixes. */
typedef struct Path {
  const struct Path *parent;
  Term term;
  uint32_t length; /* constraints up to here */
  Model *model;    /* satisfies all up to here, or NULL when none is at hand */
} Path;

/* Adds a constraint (conjunctions are split, `true` is dropped). NULL is the empty path.
 */
const Path *path_add(Arena *arena, Terms *ts, const Path *path, Term term);

/* The same for a constraint of which solver_may gave a model together with the path. */
const Path *path_add_known(Arena *arena, Terms *ts, const Path *path, Term term,
                           Model *model);

/* Can `path` and `extra` hold together? (Assumes that `path` alone can.) On YES `*model`,
 * if asked for, is a model of both. */
Answer solver_may(Solver *s, const Path *path, Term extra, Model **model);
/* Does `extra` follow from `path`? */
Answer solver_must(Solver *s, const Path *path, Term extra);
/* A model of the whole path; NULL when unknown. */
Model *solver_model(Solver *s, const Path *path);
/* The smallest and largest unsigned value of t on this path that the ranges layer can
 * show without Z3 (sound, not tight). */
void solver_range(Solver *s, const Path *path, Term t, Word *low, Word *high);

#endif
