/* Sets of allocation sites, by number: equal sets have equal numbers. */
#ifndef BELAY_SHAPE_SITES_H
#define BELAY_SHAPE_SITES_H

#include "base/map.h"
#include "base/vec.h"

#include <stdbool.h>

typedef struct SiteSet {
  const uint32_t *sites; /* rising */
  uint32_t count;
} SiteSet;

typedef struct SiteSets {
  Arena *arena;
  Vec(SiteSet) sets; /* 0 is the empty one */
  Map singles, unions;
} SiteSets;

SiteSets *sites_new(Arena *arena);
uint32_t sites_single(SiteSets *sets, uint32_t site);
uint32_t sites_union(SiteSets *sets, uint32_t a, uint32_t b);
bool sites_meet(const SiteSets *sets, uint32_t a, uint32_t b);
bool sites_contain(const SiteSets *sets, uint32_t all, uint32_t part);
static inline SiteSet sites_at(const SiteSets *sets, uint32_t set) {
  return sets->sets.data[set];
}

#endif
