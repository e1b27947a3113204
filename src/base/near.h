/* "did you mean": the candidate nearest to a misspelt word. */
#ifndef BELAY_BASE_NEAR_H
#define BELAY_BASE_NEAR_H

#include "base/arena.h"

typedef struct Near {
  const char *word;
  const char *best; /* NULL while nothing is near enough to be meant */
  unsigned distance;
} Near;

Near near_start(const char *word);
/* The first of equally near candidates stays. */
void near_try(Near *near, const char *candidate);
/* "; did you mean 'best'?" or "" */
const char *near_hint(const Near *near, Arena *arena);
/* Insertions, deletions, changes and swaps of neighbours that lead from a to b. */
unsigned near_distance(const char *a, const char *b);

#endif
