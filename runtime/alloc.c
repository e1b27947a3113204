/* malloc and its kind. The memory is libc's; what is added is the block's origin. */
#define _GNU_SOURCE
#include <errno.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>

#include "core.h"
#include "poison.h"
#include "wrap.h"

static void no_result(const void *self) {
  belay_rt_thread.result = BELAY_NO_ORIGIN;
  belay_rt_thread.result_of = self;
}

/* A unit asks whether memory is initialised (api_initialised.c). */
static int fills;

void belay_rt_fill_blocks(void) { fills = 1; }

static void *filled(void *memory, size_t size) {
  if (fills && memory) belay_rt_fill(memory, size);
  return memory;
}

/* Gives the memory an origin, which is the wrapper's result. Inlined there, so that the
 * frame is the wrapper's. */
__attribute__((always_inline)) static inline void *made(void *memory, size_t size,
                                                        const void *self) {
  no_result(self);
  if (!memory) return NULL;
  uintptr_t start = (uintptr_t)memory;
  BelayOrigin origin =
    block_new(start, start + size, belay_rt_thread.site, 0, FRAME_HERE());
  block_publish(origin, start, start + size);
  belay_rt_thread.result = origin;
  return memory;
}

void *WRAPPED(malloc)(size_t size) {
  ENTER(malloc);
  (void)belay_entered;
  return made(filled(malloc(size), size), size, belay_wrap_malloc);
}

void *WRAPPED(calloc)(size_t count, size_t size) {
  ENTER(calloc);
  (void)belay_entered;
  return made(calloc(count, size), count * size, belay_wrap_calloc);
}

void *WRAPPED(aligned_alloc)(size_t alignment, size_t size) {
  ENTER(aligned_alloc);
  (void)belay_entered;
  return made(filled(aligned_alloc(alignment, size), size), size,
              belay_wrap_aligned_alloc);
}

void *WRAPPED(memalign)(size_t alignment, size_t size) {
  ENTER(memalign);
  (void)belay_entered;
  return made(filled(memalign(alignment, size), size), size, belay_wrap_memalign);
}

void *WRAPPED(valloc)(size_t size) {
  ENTER(valloc);
  (void)belay_entered;
  return made(filled(valloc(size), size), size, belay_wrap_valloc);
}

int WRAPPED(posix_memalign)(void **to, size_t alignment, size_t size) {
  ENTER(posix_memalign);
  BelayOrigin slot = ARG(0, to);
  belay_rt_access(to, sizeof *to, slot, BELAY_WRITE, "posix_memalign");
  int code = posix_memalign(to, alignment, size);
  if (code == 0) {
    made(filled(*to, size), size, belay_wrap_posix_memalign);
    belay_rt_store(to, belay_rt_thread.result);
  }
  return code;
}

/* ---- the end of a block ---- */

static void complain(Kind kind, const void *pointer, BelayOrigin origin,
                     const char *function) {
  Violation violation = {.kind = kind,
                         .site = belay_rt_thread.site,
                         .address = (uintptr_t)pointer,
                         .origin = origin,
                         .function = function};
  report_violation(&violation);
}

/* The block that the pointer, which says nothing about it, is the start of; 0: not one of
 * ours. */
static BelayOrigin owner_of(const void *pointer) {
  BelayOrigin found = block_heap_at((uintptr_t)pointer);
  return found && space_block(found)->start == (uintptr_t)pointer ? found : 0;
}

/* What is wrong with freeing it; -1: nothing. */
static int wrong_free(const void *pointer, BelayOrigin origin) {
  const BelayBlock *block = space_block(origin);
  if (!block_is_libc(origin)) return KIND_FREE_NOT_HEAP;
  if (!block_is_live(block)) return KIND_DOUBLE_FREE;
  return block->start == (uintptr_t)pointer ? -1 : KIND_FREE_INSIDE;
}

/* The live block that may be freed by this pointer; 0 after a report, or when the memory
 * is not the program's (*foreign). */
static BelayOrigin checked_owner(const void *pointer, BelayOrigin origin, int *foreign,
                                 const char *function) {
  *foreign = 0;
  if (origin == BELAY_NO_ORIGIN || origin == BELAY_WILD) {
    origin = owner_of(pointer);
    *foreign = !origin && (uintptr_t)pointer >= NULL_ZONE &&
               !globals_at((uintptr_t)pointer) && !space_is_own((uintptr_t)pointer);
    if (!origin && !*foreign) complain(KIND_FREE_NOT_HEAP, pointer, origin, function);
    return origin;
  }
  int wrong = wrong_free(pointer, origin);
  if (wrong < 0) return origin;
  complain((Kind)wrong, pointer, origin, function);
  return 0;
}

__attribute__((always_inline)) static inline int ended(BelayOrigin origin, void *pointer,
                                                       const char *function) {
  if (block_kill(origin, belay_rt_thread.site, FRAME_HERE())) return 1;
  complain(KIND_DOUBLE_FREE, pointer, origin, function);
  return 0;
}

/* Ends a block whose memory goes back: whoever gets it next, be it a library, finds no
 * referents there. */
__attribute__((always_inline)) static inline int finish(BelayOrigin origin, void *pointer,
                                                        const char *function) {
  BelayBlock block = block_bounds(origin);
  if (!ended(origin, pointer, function)) return 0;
  belay_rt_clear(pointer, block.end - block.start);
  *space_slot_for_write((uintptr_t)pointer - SLOT) = 0;
  return 1;
}

void WRAPPED(free)(void *pointer) {
  ENTER(free);
  if (!pointer) return;
  int foreign;
  BelayOrigin owner = checked_owner(pointer, ARG(0, pointer), &foreign, "free");
  if (foreign || (owner && finish(owner, pointer, "free"))) free(pointer);
}

/* A library has made the block `now` by itself, out of `old` if that is not null. */
void alloc_taken_over(void *old, void *now, size_t size) {
  BelayOrigin owner = old ? owner_of(old) : 0;
  if (owner) finish(owner, old, "realloc");
  made(now, size, NULL);
}

/* A new block with the old one's bytes and referents. Where it lies is not the question:
 * it may well be the same place. */
static void *resized(void *old, BelayOrigin owner, size_t size) {
  BelayBlock block = block_bounds(owner);
  size_t before = block.end - block.start, room = malloc_usable_size(old);
  if (size <= room && size >= room / 2) {
    if (!ended(owner, old, "realloc")) return NULL;
    if (size < before) belay_rt_clear((char *)old + size, before - size);
    if (size > before) filled((char *)old + before, size - before);
    return made(old, size, belay_wrap_realloc);
  }
  void *new = filled(malloc(size), size);
  if (!new) return NULL;
  size_t kept = before < size ? before : size;
  memcpy(new, old, kept);
  belay_rt_copy(new, old, kept);
  made(new, size, belay_wrap_realloc);
  BelayOrigin result = belay_rt_thread.result;
  if (finish(owner, old, "realloc")) free(old);
  RESULT(realloc, result);
  return new;
}

void *WRAPPED(realloc)(void *old, size_t size) {
  ENTER(realloc);
  BelayOrigin origin = ARG(0, old);
  no_result(belay_wrap_realloc);
  if (!old) return made(filled(malloc(size), size), size, belay_wrap_realloc);
  int foreign;
  BelayOrigin owner = checked_owner(old, origin, &foreign, "realloc");
  if (foreign) return made(realloc(old, size), size, belay_wrap_realloc);
  if (!owner) return NULL;
  if (size == 0) {
    if (finish(owner, old, "realloc")) free(old);
    return NULL;
  }
  return resized(old, owner, size);
}

void *WRAPPED(reallocarray)(void *old, size_t count, size_t size) {
  ENTER(reallocarray);
  BelayOrigin origin = ARG(0, old);
  size_t bytes = wrap_product(count, size);
  belay_rt_thread.args[0] = origin;
  BELAY_CALLS(belay_wrap_realloc);
  if (bytes == SIZE_MAX) errno = ENOMEM;
  void *new = bytes == SIZE_MAX ? NULL : belay_wrap_realloc(old, bytes);
  RESULT(reallocarray, new ? belay_rt_thread.result : BELAY_NO_ORIGIN);
  return new;
}

/* What the program asked for, and not what there would be room for. */
size_t WRAPPED(malloc_usable_size)(void *pointer) {
  ENTER(malloc_usable_size);
  if (!pointer) return 0;
  BelayOrigin origin = ARG(0, pointer);
  if (origin == BELAY_NO_ORIGIN || origin == BELAY_WILD)
    return malloc_usable_size(pointer);
  BelayBlock block = block_bounds(origin);
  return block.end - block.start;
}
