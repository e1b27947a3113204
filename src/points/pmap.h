/* Maps from 32-bit keys to non-zero 32-bit values that share their parts: changing one
 * gives another and costs the depth, equal maps have equal ids, and joining two costs
 * what differs. Big-endian Patricia tries (Okasaki and Gill), hash-consed. Private to
 * this folder. */
#ifndef BELAY_POINTS_PMAP_H
#define BELAY_POINTS_PMAP_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/map.h"
#include "base/vec.h"

typedef uint32_t Pmap; /* 0 is the empty one */

typedef struct PmapNode {
  uint32_t key;         /* leaf: the key; branch: the bits above `bit` */
  uint32_t bit;         /* 0 for a leaf; else keys with it clear are to the left */
  uint32_t left, right; /* leaf: left is the value */
  uint64_t mask;        /* union of mask_of over the values below */
} PmapNode;

typedef struct Pmaps {
  Arena *arena;
  uint64_t (*mask_of)(void *context, uint32_t value); /* what pmap_change selects by */
  void *context;
  Vec(PmapNode) nodes;
  uint32_t *slots;
  uint32_t slot_count;
  uint64_t ticks;
} Pmaps;

Pmaps *pmaps_new(Arena *arena, uint64_t (*mask_of)(void *, uint32_t), void *context);

/* 0 when the key is absent. */
uint32_t pmap_get(const Pmaps *pmaps, Pmap map, uint32_t key);
/* Value 0 removes the key. */
Pmap pmap_set(Pmaps *pmaps, Pmap map, uint32_t key, uint32_t value);

/* Combines two maps: keys with equal values keep them, others get what `both` says (0 for
 * an absent one, in the arguments and in the result). `memo`, keyed by the pair, may be
 * NULL if the answer of `both` can change. */
typedef uint32_t (*PmapBoth)(void *context, uint32_t key, uint32_t a, uint32_t b);
Pmap pmap_combine(Pmaps *pmaps, Pmap a, Pmap b, PmapBoth both, void *context, Map *memo);

/* Every value whose mask meets `mask` becomes what `change` says. */
typedef uint32_t (*PmapChange)(void *context, uint32_t key, uint32_t value);
Pmap pmap_change(Pmaps *pmaps, Pmap map, uint64_t mask, PmapChange change, void *context);

/* In the order of the keys. */
typedef void (*PmapVisit)(void *context, uint32_t key, uint32_t value);
void pmap_each(const Pmaps *pmaps, Pmap map, PmapVisit visit, void *context);

#endif
