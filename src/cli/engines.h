/* The engines that there are and in which order they work. */
#ifndef BELAY_CLI_ENGINES_H
#define BELAY_CLI_ENGINES_H

#include "base/arena.h"
#include "ledger/engine.h"

typedef struct EngineRow {
  const Engine *engine;
  double share; /* of the time that is left when its turn comes; the last one gets all */
  double most;  /* seconds of a turn that is not the last; 0: no limit but the share */
} EngineRow;

typedef Vec(const EngineRow *) EngineList;

/* Cheapest first. */
extern const EngineRow engine_rows[];
extern const unsigned engine_row_count;

/* The engines of a list "a,b,..." in its order; for NULL the turns that all of them take.
 * NULL, or what is wrong. */
const char *engines_choose(Arena *arena, const char *names, EngineList *chosen);
/* The numbers of --list-lengths for EngineOptions. NULL, or what is wrong. */
const char *engines_list_lengths(Arena *arena, const char *text, uint32_t lengths[3]);

#endif
