/* What <belay.h> offers. The functions are wrappers, so that they get the referents of
 * their arguments. */
#include "poison.h"
#include "wrap.h"

/* The block that the pointer belongs to, when it is alive; start 0 otherwise. */
static BelayBlock live_block(const void *pointer, BelayOrigin *origin) {
  if (*origin == BELAY_NO_ORIGIN) *origin = belay_rt_origin_at(pointer);
  if (*origin < BELAY_FIRST_ORIGIN) return (BelayBlock){0, 0};
  BelayBlock block = block_bounds(*origin);
  return block_is_live(&block) ? block : (BelayBlock){0, 0};
}

static int is_valid(const void *pointer, size_t size, BelayOrigin origin) {
  BelayBlock block = live_block(pointer, &origin);
  uintptr_t at = (uintptr_t)pointer;
  if (!block.start || at < block.start || at > block.end || size > block.end - at)
    return 0;
  return !poison_blocks || !poison_hits(origin, at, size);
}

static int is_constant(const void *pointer, BelayOrigin origin) {
  if (!live_block(pointer, &origin).start) return 0;
  const BelaySite *variable = block_variable(origin);
  return variable && variable->kind == BELAY_CONSTANT;
}

int WRAPPED(belay_valid_read)(const void *pointer, size_t size) {
  ENTER(belay_valid_read);
  return is_valid(pointer, size, ARG(0, pointer));
}

int WRAPPED(belay_valid_write)(const void *pointer, size_t size) {
  ENTER(belay_valid_write);
  BelayOrigin origin = ARG(0, pointer);
  return is_valid(pointer, size, origin) && !is_constant(pointer, origin);
}

void *WRAPPED(belay_block_start)(const void *pointer) {
  ENTER(belay_block_start);
  BelayOrigin origin = ARG(0, pointer);
  BelayBlock block = live_block(pointer, &origin);
  RESULT(belay_block_start, block.start ? origin : BELAY_NO_ORIGIN);
  return (void *)block.start;
}

size_t WRAPPED(belay_block_length)(const void *pointer) {
  ENTER(belay_block_length);
  BelayOrigin origin = ARG(0, pointer);
  BelayBlock block = live_block(pointer, &origin);
  return block.end - block.start;
}

ptrdiff_t WRAPPED(belay_block_offset)(const void *pointer) {
  ENTER(belay_block_offset);
  BelayOrigin origin = ARG(0, pointer);
  BelayBlock block = live_block(pointer, &origin);
  return block.start ? (ptrdiff_t)((uintptr_t)pointer - block.start) : 0;
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

/* ---- forbidden regions ---- */

static void poison(void *start, size_t size, BelayOrigin origin, int on,
                   const char *function) {
  live_block(start, &origin);
  if (size == 0 || origin < BELAY_FIRST_ORIGIN) return;
  if (poison_set(origin, (uintptr_t)start, size, on)) return;
  belay_rt_access(start, size, origin, BELAY_WRITE, function);
}

void WRAPPED(belay_poison)(void *start, size_t size) {
  ENTER(belay_poison);
  poison(start, size, ARG(0, start), 1, "belay_poison");
}

void WRAPPED(belay_unpoison)(void *start, size_t size) {
  ENTER(belay_unpoison);
  poison(start, size, ARG(0, start), 0, "belay_unpoison");
}

/* ---- custom allocators ---- */

void *WRAPPED(belay_block_begin)(void *start, size_t size) {
  ENTER(belay_block_begin);
  (void)belay_entered;
  uintptr_t at = (uintptr_t)start;
  BelayOrigin origin = block_new(at, at + size, belay_rt_thread.site, 1, FRAME_HERE());
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
  if (history.custom != 1)
    violation.kind = KIND_FREE_NOT_HEAP;
  else if (block_is_live(&block) && block.start != (uintptr_t)start)
    violation.kind = KIND_FREE_INSIDE;
  else if (block_kill(origin, belay_rt_thread.site, FRAME_HERE()))
    return;
  else
    violation.kind = KIND_DOUBLE_FREE;
  report_violation(&violation);
}
