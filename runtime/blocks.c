/* Origins: who gets which, and what is known of their blocks. */
#include <sys/single_threaded.h>

#include "depot.h"
#include "poison.h"
#include "ranges.h"

/* ---- origins ---- */

static __thread BelayOrigin heap_next, heap_limit;
static __thread uint32_t age; /* blocks allocated by this thread */
static uint16_t *live_counts; /* by page of descriptors of heap blocks */

static uint16_t *live_count_of(BelayOrigin origin) {
  if (!__atomic_load_n(&live_counts, __ATOMIC_ACQUIRE)) {
    static int making;
    while (__atomic_exchange_n(&making, 1, __ATOMIC_ACQUIRE)) continue;
    if (!live_counts)
      __atomic_store_n(&live_counts, space_private(PAGES * sizeof *live_counts),
                       __ATOMIC_RELEASE);
    __atomic_store_n(&making, 0, __ATOMIC_RELEASE);
  }
  return &live_counts[origin / 2 / PAGE_BLOCKS];
}

/* 0: none is left. */
static BelayOrigin take_origin(void) {
  if (heap_next == heap_limit) {
    space_init();
    heap_next = heap_limit = ranges_take(PAGE_BLOCKS);
    if (!heap_next) return 0;
    heap_limit += 2 * PAGE_BLOCKS;
    *live_count_of(heap_next) = PAGE_BLOCKS;
  }
  BelayOrigin origin = heap_next;
  heap_next += 2;
  return origin;
}

BelayOrigin block_new(uintptr_t start, uintptr_t end, const BelaySite *site, int custom,
                      const void *frame) {
  BelayOrigin origin = take_origin();
  if (!origin) return BELAY_WILD;
  age++;
  *space_info(origin) = depot_allocated(site, custom, frame);
  space_block(origin)->end = end;
  __atomic_store_n(&space_block(origin)->start, start, __ATOMIC_RELEASE);
  return origin;
}

static uint32_t site_word(const BelaySite *site) {
  intptr_t distance = (const char *)site - belay_rt_anchor;
  return (uint32_t)(distance >> 2) | BELAY_INFO_SITE;
}

BelayOrigin block_new_variable(uintptr_t start, uintptr_t end, const BelaySite *site) {
  BelayOrigin origin = take_origin();
  if (!origin) return BELAY_WILD;
  *space_info(origin) = site_word(site);
  space_block(origin)->end = end;
  __atomic_store_n(&space_block(origin)->start, start, __ATOMIC_RELEASE);
  return origin;
}

/* ---- the end of a heap block ---- */

#if UINTPTR_MAX > 0xffffffffu
enum { THREAD_SHIFT = 48, THREAD_MOST = 0x7fff };

static BelayBlock dead_form(BelayBlock live) {
  size_t size = live.end - live.start;
  uint32_t thread = thread_number();
  uintptr_t number = thread <= THREAD_MOST ? thread : 0;
  return (BelayBlock){(uintptr_t)1 << 63 | number << THREAD_SHIFT | live.start,
                      (size < INT32_MAX ? size : INT32_MAX) << 32 | age};
}

DeadBlock block_dead(BelayOrigin origin) {
  BelayBlock block = *space_block(origin);
  if (!(block.start >> 63)) return (DeadBlock){.start = block.start};
  return (DeadBlock){.start = block.start & (((uintptr_t)1 << THREAD_SHIFT) - 1),
                     .size = block.end >> 32,
                     .thread = block.start >> THREAD_SHIFT & THREAD_MOST,
                     .age = (uint32_t)block.end};
}
#else
static BelayBlock dead_form(BelayBlock live) {
  size_t size = live.end - live.start;
  return (BelayBlock){live.start, size < live.start ? size : live.start - 1};
}

DeadBlock block_dead(BelayOrigin origin) {
  BelayBlock block = *space_block(origin);
  return (DeadBlock){.start = block.start, .size = block.end};
}
#endif

uint32_t block_age(void) { return age; }

/* Of several who try at once one succeeds: who changes the word that is live in a live
 * block alone, `start` with 64 bits and `end` with 32. */
static int make_dead(BelayBlock *block) {
  BelayBlock live = *block;
  if (!block_is_live(&live)) return 0;
  BelayBlock dead = dead_form(live);
  int wide = sizeof(void *) == 8;
  uintptr_t *word = wide ? &block->start : &block->end;
  uintptr_t before = wide ? live.start : live.end, after = wide ? dead.start : dead.end;
  if (__libc_single_threaded)
    *word = after;
  else if (!__atomic_compare_exchange_n(word, &before, after, 0, __ATOMIC_ACQ_REL,
                                        __ATOMIC_ACQUIRE))
    return 0;
  if (wide) block->end = dead.end;
  return 1;
}

static int is_last_of_page(BelayOrigin origin) {
  uint16_t *live = live_count_of(origin);
  if (!__libc_single_threaded) return __atomic_sub_fetch(live, 1, __ATOMIC_ACQ_REL) == 0;
  return --*live == 0;
}

static void count_death(BelayOrigin origin) {
  if (is_last_of_page(origin))
    ranges_dead_later(origin - origin % (2 * PAGE_BLOCKS), PAGE_BLOCKS);
}

void block_kill_variable(BelayOrigin origin) {
  if (origin < BELAY_FIRST_ORIGIN) return;
  space_block(origin)->end = 0;
  count_death(origin);
}

int block_kill(BelayOrigin origin, const BelaySite *site, const void *frame) {
  if (poison_blocks) poison_forget(origin);
  if (!make_dead(space_block(origin))) return 0;
  uint32_t *word = space_info(origin);
  *word = depot_freed(*word, site, frame);
  count_death(origin);
  return 1;
}

int block_history(BelayOrigin origin, BlockHistory *history) {
  uint32_t word = *space_info(origin);
  if (word == 0 || word & BELAY_INFO_SITE) return 0;
  *history = depot_history(word);
  return 1;
}

int block_is_libc(BelayOrigin origin) {
  uint32_t word = *space_info(origin);
  return word && !(word & (BELAY_INFO_SITE | DEPOT_CUSTOM));
}

int block_is_variable(BelayOrigin origin) {
  return (*space_info(origin) & BELAY_INFO_SITE) != 0;
}

const BelaySite *block_variable(BelayOrigin origin) {
  uint32_t word = *space_info(origin);
  if (!(word & BELAY_INFO_SITE)) return NULL;
  intptr_t units = (int32_t)(word << 1) >> 1;
  return (const BelaySite *)(const void *)(belay_rt_anchor + units * 4);
}

void block_each_live(void (*visit)(BelayOrigin origin, void *context), void *context) {
  if (!live_counts) return;
  BelayOrigin end = ranges_end();
  for (BelayOrigin page = 0; page < end; page += 2 * PAGE_BLOCKS) {
    if (live_counts[page / 2 / PAGE_BLOCKS] == 0) continue;
    for (BelayOrigin o = page; o < page + 2 * PAGE_BLOCKS; o += 2)
      if (block_is_live(space_block(o)) && *space_info(o) && !block_is_variable(o))
        visit(o, context);
  }
}

/* ---- from an address to the block ---- */

static void own_page(BelayOrigin *owner, BelayOrigin origin) {
  BelayOrigin old = *owner;
  while (!__atomic_compare_exchange_n(owner, &old, origin | (old & 1), 0,
                                      __ATOMIC_RELAXED, __ATOMIC_RELAXED))
    continue;
}

/* The word in front of a heap block is the allocator's; its shadow holds origin + 1. */
void block_publish(BelayOrigin origin, uintptr_t start, uintptr_t end) {
  if (origin == BELAY_WILD) return;
  *space_slot_for_write(start - SLOT) = origin + 1;
  BelayOrigin *first = &space_page_owner[(start - SLOT) / PAGE];
  if (!(*first & 1)) __atomic_fetch_or(first, 1, __ATOMIC_RELAXED);
  for (uintptr_t page = (start + PAGE - 1) / PAGE; page * PAGE <= end; page++)
    own_page(&space_page_owner[page], origin);
}

static int contains(BelayOrigin origin, uintptr_t address) {
  BelayBlock block = block_bounds(origin);
  return block_is_live(&block) && block.start <= address && address <= block.end;
}

/* Back from the address to the next mark, not beyond its page. */
static BelayOrigin marked_before(uintptr_t address) {
  uintptr_t first = address & ~(uintptr_t)(PAGE - 1);
  for (uintptr_t at = (address & ~(uintptr_t)(SLOT - 1)); at > first; at -= SLOT) {
    BelayOrigin mark = *space_slot(at - SLOT);
    if (mark & 1) return mark - 1;
  }
  return 0;
}

BelayOrigin block_heap_at(uintptr_t address) {
  if (!space_page_owner || !space_has_shadow(address)) return 0;
  BelayOrigin word = space_page_owner[address / PAGE], owner = word & ~1u;
  if (owner && contains(owner, address)) return owner;
  BelayOrigin found = word & 1 ? marked_before(address) : 0;
  return found && contains(found, address) ? found : 0;
}

BelayOrigin belay_rt_origin_at(const void *address) {
  uintptr_t at = (uintptr_t)address;
  if (at < NULL_ZONE) return BELAY_NO_ORIGIN;
  BelayOrigin found = block_heap_at(at);
  if (!found) found = globals_at(at);
  return found ? found : BELAY_WILD;
}

BelayOrigin belay_rt_from_int(const void *address, const BelaySite *site) {
  BelayOrigin found = belay_rt_origin_at(address);
  if (found >= BELAY_FIRST_ORIGIN && options.int_to_ptr)
    report_int_to_ptr(site, found, (uintptr_t)address);
  return found;
}

BelayOrigin belay_rt_from_atomic(const void *address, BelayOrigin origin) {
  uintptr_t at = (uintptr_t)address;
  if (origin && contains(origin, at)) return origin;
  BelayOrigin found = block_heap_at(at);
  return found ? found : origin;
}

BelayOrigin belay_rt_block_new(void *start, size_t size, const BelaySite *site) {
  return block_new((uintptr_t)start, (uintptr_t)start + size, site, 1, FRAME_HERE());
}
