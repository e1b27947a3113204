/* What <belay.h> offers. The functions are wrappers, so that they get the referents of
 * their arguments. */
#include "core.h"
#include "wrap.h"

/* The block that the pointer belongs to, when it is alive; NULL otherwise. */
static const BelayBlock *live_block(const void *pointer, BelayOrigin origin) {
  if (origin == BELAY_NO_ORIGIN) origin = belay_rt_origin_at(pointer);
  if (origin < BELAY_FIRST_ORIGIN) return NULL;
  const BelayBlock *block = space_block(origin);
  return block_is_live(block) ? block : NULL;
}

static int is_valid(const void *pointer, size_t size, BelayOrigin origin) {
  const BelayBlock *block = live_block(pointer, origin);
  uintptr_t at = (uintptr_t)pointer;
  return block && block->start <= at && at <= block->end && size <= block->end - at;
}

int WRAPPED(belay_valid_read)(const void *pointer, size_t size) {
  ENTER(belay_valid_read);
  return is_valid(pointer, size, ARG(0, pointer));
}

int WRAPPED(belay_valid_write)(const void *pointer, size_t size) {
  ENTER(belay_valid_write);
  return is_valid(pointer, size, ARG(0, pointer));
}

void *WRAPPED(belay_block_start)(const void *pointer) {
  ENTER(belay_block_start);
  BelayOrigin origin = ARG(0, pointer);
  const BelayBlock *block = live_block(pointer, origin);
  RESULT(belay_block_start, block ? origin : BELAY_NO_ORIGIN);
  return block ? (void *)block->start : NULL;
}

size_t WRAPPED(belay_block_length)(const void *pointer) {
  ENTER(belay_block_length);
  const BelayBlock *block = live_block(pointer, ARG(0, pointer));
  return block ? block->end - block->start : 0;
}

ptrdiff_t WRAPPED(belay_block_offset)(const void *pointer) {
  ENTER(belay_block_offset);
  const BelayBlock *block = live_block(pointer, ARG(0, pointer));
  return block ? (ptrdiff_t)((uintptr_t)pointer - block->start) : 0;
}

int WRAPPED(belay_freeable)(const void *pointer) {
  ENTER(belay_freeable);
  BelayOrigin origin = ARG(0, pointer);
  if (!pointer) return 1;
  if (origin < BELAY_FIRST_ORIGIN) origin = block_heap_at((uintptr_t)pointer);
  BlockHistory history;
  if (!origin || !block_history(origin, &history) || history.custom) return 0;
  const BelayBlock *block = space_block(origin);
  return block_is_live(block) && block->start == (uintptr_t)pointer;
}

/* ---- custom allocators ---- */

void *WRAPPED(belay_block_begin)(void *start, size_t size) {
  ENTER(belay_block_begin);
  (void)belay_entered;
  uintptr_t at = (uintptr_t)start;
  BelayOrigin origin = block_new(at, at + size, belay_rt_thread.site, 1);
  RESULT(belay_block_begin, origin);
  return start;
}

void WRAPPED(belay_block_end)(void *start) {
  ENTER(belay_block_end);
  BelayOrigin origin = ARG(0, start);
  BlockHistory history = {0};
  if (origin >= BELAY_FIRST_ORIGIN) block_history(origin, &history);
  BelayBlock block = *space_block(origin);
  Violation violation = {.site = belay_rt_thread.site,
                         .address = (uintptr_t)start,
                         .origin = origin,
                         .function = "belay_block_end"};
  if (!history.custom)
    violation.kind = KIND_FREE_NOT_HEAP;
  else if (block_is_live(&block) && block.start != (uintptr_t)start)
    violation.kind = KIND_FREE_INSIDE;
  else if (block_kill(origin, belay_rt_thread.site))
    return;
  else
    violation.kind = KIND_DOUBLE_FREE;
  report_violation(&violation);
}
