/* belay_initialised: in programs that ask it blocks are filled with a pattern when they
 * begin, and what still has it was not written. Nothing has to follow stores, be they the
 * program's or a library's. */
#include <string.h>

#include "wrap.h"

/* Four bytes that are not likely to be a number, a text or an address. */
static const unsigned char pattern[4] = {0xB3, 0x9E, 0xD7, 0xC5};

void belay_rt_fill(void *start, size_t size) {
  unsigned char *at = start;
  for (size_t i = 0; i < size; i++) at[i] = pattern[((uintptr_t)at + i) % 4];
}

/* Whole words of the block that the bytes are in or reach into. */
int WRAPPED(belay_initialised)(const void *pointer, size_t size) {
  ENTER(belay_initialised);
  BelayOrigin origin = ARG(0, pointer);
  if (origin == BELAY_NO_ORIGIN) origin = belay_rt_origin_at(pointer);
  if (origin < BELAY_FIRST_ORIGIN) return 1;
  BelayBlock block = *space_block(origin);
  uintptr_t at = (uintptr_t)pointer, end = at + size;
  if (!block_is_live(&block) || at < block.start || end > block.end || end < at) return 0;
  for (at &= ~(uintptr_t)3; at < end; at += 4)
    if (at >= block.start && at + 4 <= block.end &&
        memcmp((const void *)at, pattern, 4) == 0)
      return 0;
  return 1;
}
