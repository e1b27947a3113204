/* Which calls allocated and freed a block: 32-bit words about blocks. */
#ifndef BELAY_RUNTIME_DEPOT_H
#define BELAY_RUNTIME_DEPOT_H

#include "core.h"
#include "symbolize.h"

/* In the word: libc's free is not for this block. */
#define DEPOT_CUSTOM ((uint32_t)1 << 30)

/* A word about a block that is allocated, or freed, now: never 0, below 2^31. `frame` is
 * the frame address of the runtime's function that asks, or of one that called it. */
HIDDEN uint32_t depot_allocated(const BelaySite *site, int custom, const void *frame);
HIDDEN uint32_t depot_freed(uint32_t word, const BelaySite *site, const void *frame);
HIDDEN BlockHistory depot_history(uint32_t word);
/* Functions of the module around this address keep frame pointers. */
HIDDEN void depot_add_module(const void *inside);

#endif
