/* Regions that a program has made forbidden. Nothing here costs anything before the first
 * one. */
#ifndef BELAY_RUNTIME_POISON_H
#define BELAY_RUNTIME_POISON_H

#include "core.h"

/* Blocks with poisoned bytes, those of variables that have ended included. */
extern HIDDEN uint32_t poison_blocks;

/* Poisons the bytes, or does so no longer; 0: they are not all in the live block. */
HIDDEN int poison_set(BelayOrigin origin, uintptr_t start, size_t size, int on);
/* The block as it is, whatever its descriptor says. */
HIDDEN BelayBlock poison_bounds(BelayOrigin origin);
/* Whether one of these bytes, which lie in the block, is poisoned. */
HIDDEN int poison_hits(BelayOrigin origin, uintptr_t start, size_t size);
/* The block is about to end: its descriptor is as it was. */
HIDDEN void poison_forget(BelayOrigin origin);

static inline BelayBlock block_bounds(BelayOrigin origin) {
  return poison_blocks ? poison_bounds(origin) : *space_block(origin);
}

#endif
