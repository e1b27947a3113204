/* Ranges of origins, of two sizes: pages for heap blocks and STACK_RANGE for variables.
 */
#ifndef BELAY_RUNTIME_RANGES_H
#define BELAY_RUNTIME_RANGES_H

#include "core.h"

enum { PAGE_BLOCKS = PAGE / sizeof(BelayBlock), STACK_RANGE = 8192 };

#if UINTPTR_MAX > 0xffffffffu
#define MOST_ORIGINS (UINT32_MAX - 0x10000)
#else
#define MOST_ORIGINS ((BelayOrigin)(BELAY_TABLE_BYTES / sizeof(uintptr_t) - 0x10000))
#endif
/* All pages of descriptors. */
enum { PAGES = MOST_ORIGINS / 2 / PAGE_BLOCKS + 2 };

/* `count` origins in a row, the first one; their descriptors are zero. 0: none are left,
 * and that was said. */
HIDDEN BelayOrigin ranges_take(uint32_t count);
/* All of them are dead: memory goes back now, or after a while. */
HIDDEN void ranges_dead(BelayOrigin first, uint32_t count);
HIDDEN void ranges_dead_later(BelayOrigin first, uint32_t count);
/* Behind all origins that were given out. */
HIDDEN BelayOrigin ranges_end(void);

#endif
