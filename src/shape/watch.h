/* The memory graphs with which chosen instructions are reached: for people, and part of
 * no proof. */
#ifndef BELAY_SHAPE_WATCH_H
#define BELAY_SHAPE_WATCH_H

#include "base/bitset.h"
#include "ir/ir.h"
#include "shape/graph.h"
#include "shape/sites.h"

typedef Vec(Graph *) GraphList;

typedef struct Watched {
  Val at;
  GraphList graphs; /* none covers another; see below */
} Watched;

/* A graph is kept as it would be at a loop head: without what is dead, abstracted, and
 * joined with the others where that fits. The part of a caller that is not reached from
 * arguments and globals is left out. */
typedef struct Watch {
  Arena *arena;
  Bitset set; /* of instructions */
  Vec(Watched) places;
  const SiteSets *sites; /* of the graphs */
} Watch;

void watch_start(Watch *watch, Arena *arena, const Program *p);
void watch_add(Watch *watch, Val at);
/* NULL when it is not watched. */
const Watched *watch_find(const Watch *watch, Val at);
/* What was seen is forgotten. */
void watch_clear(Watch *watch);

#endif
