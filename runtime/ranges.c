/* Ranges of origins: pages of descriptors for heap blocks, larger ones for variables.
 * Each is given out once, as long as there are any left; then those that have been dead
 * for the longest time are used again, and the program's author is told. */
#include "ranges.h"

static BelayOrigin next_range = 2 * PAGE_BLOCKS;

/* Dead ranges of a kind, the oldest first. Numbers of pages; 0: none. */
typedef struct Queue {
  uint32_t first, last;
} Queue;

static Queue dead_pages, dead_ranges;
static uint32_t *links; /* by page: the next one in its queue */
static int lock;

static void take(void) {
  while (__atomic_exchange_n(&lock, 1, __ATOMIC_ACQUIRE)) continue;
}
static void release(void) { __atomic_store_n(&lock, 0, __ATOMIC_RELEASE); }

static Queue *queue_of(uint32_t count) {
  return count == PAGE_BLOCKS ? &dead_pages : &dead_ranges;
}

static void put_last(Queue *queue, uint32_t page) {
  if (!links) links = space_private(PAGES * sizeof *links);
  links[page] = 0;
  if (queue->last)
    links[queue->last] = page;
  else
    queue->first = page;
  queue->last = page;
}

static uint32_t take_first(Queue *queue) {
  uint32_t page = queue->first;
  if (!page) return 0;
  queue->first = links[page];
  if (!queue->first) queue->last = 0;
  return page;
}

static BelayOrigin limit(void) {
  BelayOrigin asked = (BelayOrigin)options.origins;
  return asked && asked < MOST_ORIGINS / 2 ? 2 * asked : MOST_ORIGINS;
}

BelayOrigin ranges_end(void) { return __atomic_load_n(&next_range, __ATOMIC_RELAXED); }

static BelayOrigin take_new(uint32_t count) {
  BelayOrigin first = ranges_end();
  do
    if (first > limit() - 2 * count) return 0;
  while (!__atomic_compare_exchange_n(&next_range, &first, first + 2 * count, 0,
                                      __ATOMIC_RELAXED, __ATOMIC_RELAXED));
  return first;
}

static void warn_once(int *said, const char *text) {
  if (!__atomic_exchange_n(said, 1, __ATOMIC_RELAXED)) report_text("%s", text);
}

BelayOrigin ranges_take(uint32_t count) {
  static int again, none;
  BelayOrigin first = take_new(count);
  if (first) return first;
  take();
  uint32_t page = take_first(queue_of(count));
  release();
  if (page) {
    warn_once(&again,
              "belay: all numbers for blocks were given out; from now on those of "
              "dead blocks are used again, and old pointers to them may be "
              "missed\n");
    return page * 2 * PAGE_BLOCKS;
  }
  warn_once(&none, "belay: no number for a block is left: new ones are not checked\n");
  return 0;
}

void ranges_dead(BelayOrigin first, uint32_t count) {
  space_give_back(space_block(first), count * sizeof(BelayBlock));
  if (count != PAGE_BLOCKS) space_give_back(space_info(first), count * sizeof(uint32_t));
  take();
  put_last(queue_of(count), first / 2 / PAGE_BLOCKS);
  release();
}

/* The last ones to die stay for a while, for reports. */
enum { KEPT = 32 };

typedef struct Ring {
  BelayOrigin kept[KEPT];
  uint32_t next;
} Ring;

void ranges_dead_later(BelayOrigin first, uint32_t count) {
  static Ring pages, ranges;
  Ring *ring = count == PAGE_BLOCKS ? &pages : &ranges;
  uint32_t place = __atomic_fetch_add(&ring->next, 1, __ATOMIC_RELAXED) % KEPT;
  BelayOrigin before = __atomic_exchange_n(&ring->kept[place], first, __ATOMIC_ACQ_REL);
  if (before) ranges_dead(before, count);
}
