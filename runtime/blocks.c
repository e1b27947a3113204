/* Origins: who gets which, and what is known of their blocks. */
#include "core.h"

#include <string.h>
#include <sys/single_threaded.h>

/* The word about an origin: 0 unknown, BELAY_INFO_SITE a variable, otherwise 1 + the
 * index of its history. Histories are kept once each and stay. */
enum { HISTORY_MAX = 1 << 20, BUCKETS = 1 << 16 };

typedef struct Entry {
  BlockHistory history;
  uint32_t next; /* 1 + index of the next one in the bucket */
} Entry;

static Entry *entries;
static uint32_t *buckets;
static uint32_t entry_count; /* taken, not all of them filled */

static void make_tables(void) {
  static int making;
  if (__atomic_load_n(&buckets, __ATOMIC_ACQUIRE)) return;
  while (__atomic_exchange_n(&making, 1, __ATOMIC_ACQUIRE)) continue;
  if (!buckets) {
    entries = space_private(sizeof(Entry) * HISTORY_MAX);
    __atomic_store_n(&buckets, space_private(sizeof(uint32_t) * BUCKETS),
                     __ATOMIC_RELEASE);
  }
  __atomic_store_n(&making, 0, __ATOMIC_RELEASE);
}

static uint32_t hash(const BlockHistory *h) {
  uint64_t key = (uint64_t)(uintptr_t)h->allocated * 0x9e3779b97f4a7c15u;
  key ^= ((uint64_t)(uintptr_t)h->freed + h->custom) * 0xc2b2ae3d27d4eb4fu;
  return (uint32_t)(key >> 40) % BUCKETS;
}

static int same(const BlockHistory *a, const BlockHistory *b) {
  return a->allocated == b->allocated && a->freed == b->freed && a->custom == b->custom;
}

static uint32_t find(uint32_t first, const BlockHistory *h) {
  while (first && !same(&entries[first - 1].history, h)) first = entries[first - 1].next;
  return first;
}

/* The numbers that this thread asked for last. */
enum { RECENT = 64 };
typedef struct Recent {
  BlockHistory history;
  uint32_t number;
} Recent;
static __thread Recent recent[RECENT];

static uint32_t find_or_add(const BlockHistory *h);

/* 1 + its index; the same for the same history. 0 when there is no room. */
static uint32_t number_of(const BlockHistory *h) {
  Recent *seen =
    &recent[((uintptr_t)h->allocated ^ (uintptr_t)h->freed >> 1) / 4 % RECENT];
  if (!seen->number || !same(&seen->history, h)) *seen = (Recent){*h, find_or_add(h)};
  return seen->number;
}

static uint32_t find_or_add(const BlockHistory *h) {
  make_tables();
  uint32_t *bucket = &buckets[hash(h)];
  uint32_t first = __atomic_load_n(bucket, __ATOMIC_ACQUIRE);
  uint32_t found = find(first, h);
  if (found) return found;
  uint32_t index = __atomic_fetch_add(&entry_count, 1, __ATOMIC_RELAXED);
  if (index >= HISTORY_MAX) return 0;
  entries[index].history = *h;
  do entries[index].next = first;
  while (!__atomic_compare_exchange_n(bucket, &first, index + 1, 0, __ATOMIC_ACQ_REL,
                                      __ATOMIC_ACQUIRE));
  return index + 1;
}

/* ---- origins ---- */

/* Heap blocks take pages of descriptors, variables of the stack ranges of their own. */
enum { PAGE_BLOCKS = PAGE / sizeof(BelayBlock) };
#define LAST_ORIGIN (UINT32_MAX - 0x10000)

static BelayOrigin next_range = 2 * PAGE_BLOCKS;
static __thread BelayOrigin heap_next, heap_limit;
static uint16_t *live_counts; /* by page of descriptors of heap blocks */

#if UINTPTR_MAX > 0xffffffffu
#define MOST_ORIGINS LAST_ORIGIN
#else
#define MOST_ORIGINS ((BelayOrigin)(BELAY_TABLE_BYTES / sizeof(uintptr_t) - 0x10000))
#endif

static void none_left(void) {
  report_text("belay: no numbers for blocks are left: the run had too many of them\n");
  report_exit();
}

BelayOrigin block_take_range(uint32_t count) {
  BelayOrigin first = __atomic_fetch_add(&next_range, 2 * count, __ATOMIC_RELAXED);
  if (first > MOST_ORIGINS - 2 * count) none_left();
  return first;
}

static uint16_t *live_count_of(BelayOrigin origin) {
  if (!__atomic_load_n(&live_counts, __ATOMIC_ACQUIRE)) {
    static int making;
    while (__atomic_exchange_n(&making, 1, __ATOMIC_ACQUIRE)) continue;
    if (!live_counts)
      __atomic_store_n(&live_counts,
                       space_private((MOST_ORIGINS / 2 / PAGE_BLOCKS + 2) * 2ul),
                       __ATOMIC_RELEASE);
    __atomic_store_n(&making, 0, __ATOMIC_RELEASE);
  }
  return &live_counts[origin / 2 / PAGE_BLOCKS];
}

static BelayOrigin take_origin(void) {
  if (heap_next == heap_limit) {
    space_init();
    heap_next = block_take_range(PAGE_BLOCKS);
    heap_limit = heap_next + 2 * PAGE_BLOCKS;
    *live_count_of(heap_next) = PAGE_BLOCKS;
  }
  BelayOrigin origin = heap_next;
  heap_next += 2;
  return origin;
}

BelayOrigin block_new(uintptr_t start, uintptr_t end, const BelaySite *site, int custom) {
  BelayOrigin origin = take_origin();
  BlockHistory history = {.allocated = site, .custom = (uint32_t)custom};
  *space_info(origin) = number_of(&history);
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
  *space_info(origin) = site_word(site);
  space_block(origin)->end = end;
  __atomic_store_n(&space_block(origin)->start, start, __ATOMIC_RELEASE);
  return origin;
}

/* Both are cheap as long as there is one thread. */
static uintptr_t take_start(BelayBlock *block) {
  if (!__libc_single_threaded)
    return __atomic_exchange_n(&block->start, 0, __ATOMIC_ACQ_REL);
  uintptr_t start = block->start;
  block->start = 0;
  return start;
}

static int is_last_of_page(BelayOrigin origin) {
  uint16_t *live = live_count_of(origin);
  if (!__libc_single_threaded) return __atomic_sub_fetch(live, 1, __ATOMIC_ACQ_REL) == 0;
  return --*live == 0;
}

int block_kill(BelayOrigin origin, const BelaySite *site) {
  BelayBlock *block = space_block(origin);
  if (!take_start(block)) return 0;
  block->end = 0;
  const BlockHistory *before = block_history(origin);
  BlockHistory after = before ? *before : (BlockHistory){0};
  after.freed = site;
  *space_info(origin) = number_of(&after);
  if (is_last_of_page(origin)) {
    BelayOrigin first = origin - origin % (2 * PAGE_BLOCKS);
    space_give_back(space_block(first), PAGE);
  }
  return 1;
}

const BlockHistory *block_history(BelayOrigin origin) {
  uint32_t word = *space_info(origin);
  if (word == 0 || word & BELAY_INFO_SITE || !entries) return NULL;
  return &entries[word - 1].history;
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
  BelayOrigin end = __atomic_load_n(&next_range, __ATOMIC_RELAXED);
  for (BelayOrigin page = 0; page < end; page += 2 * PAGE_BLOCKS) {
    if (live_counts[page / 2 / PAGE_BLOCKS] == 0) continue;
    for (BelayOrigin o = page; o < page + 2 * PAGE_BLOCKS; o += 2)
      if (space_block(o)->start && block_history(o)) visit(o, context);
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
  *space_slot_for_write(start - SLOT) = origin + 1;
  BelayOrigin *first = &space_page_owner[(start - SLOT) / PAGE];
  if (!(*first & 1)) __atomic_fetch_or(first, 1, __ATOMIC_RELAXED);
  for (uintptr_t page = (start + PAGE - 1) / PAGE; page * PAGE <= end; page++)
    own_page(&space_page_owner[page], origin);
}

static int contains(BelayOrigin origin, uintptr_t address) {
  const BelayBlock *block = space_block(origin);
  return block->start && block->start <= address && address <= block->end;
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
  (void)site;
  return belay_rt_origin_at(address);
}

BelayOrigin belay_rt_from_atomic(const void *address, BelayOrigin origin) {
  uintptr_t at = (uintptr_t)address;
  if (origin && contains(origin, at)) return origin;
  BelayOrigin found = block_heap_at(at);
  return found ? found : origin;
}

BelayOrigin belay_rt_block_new(void *start, size_t size, const BelaySite *site) {
  return block_new((uintptr_t)start, (uintptr_t)start + size, site, 1);
}
