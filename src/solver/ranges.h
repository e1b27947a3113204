/* Private to solver/: unsigned and signed ranges that constraints imply for terms, and
 * the ranges of other terms that follow. A set of ranges grows with the path it belongs
 * to. */
#ifndef BELAY_SOLVER_RANGES_H
#define BELAY_SOLVER_RANGES_H

#include "base/map.h"
#include "solver/term.h"

typedef struct Range {
  Word low, high;   /* unsigned */
  Word slow, shigh; /* signed, with the sign bit flipped so that order is unsigned */
} Range;

typedef struct Ranges {
  Arena *arena;
  Terms *terms;
  Map known; /* term id -> index into ranges: what constraints say */
  Map memo;  /* term id -> index into ranges: what follows; dropped on change */
  Vec(Range) ranges;
  bool empty; /* the constraints contradict each other */
} Ranges;

void ranges_init(Ranges *r, Arena *arena, Terms *ts);
void ranges_clear(Ranges *r);
/* Learns from a constraint that is known to be true. */
void ranges_assume(Ranges *r, Term constraint);
Range ranges_of(Ranges *r, Term t);

#endif
