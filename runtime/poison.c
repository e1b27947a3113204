/* Regions that a program has made forbidden, by <belay.h>.
 *
 * The descriptor of a block with such bytes ends before the first of them, so that checks
 * of what lies behind fail and come to the slow path, which asks here: the block's own
 * end, and one bit for each byte, are kept aside. */
#include "poison.h"

#include <string.h>

typedef struct Poisoned {
  struct Poisoned *next;
  BelayOrigin origin;
  BelayBlock whole;
  size_t count;  /* bytes that are poisoned */
  uint8_t *bits; /* one for each byte of the block */
} Poisoned;

enum { BUCKETS = 1 << 12, BATCH = 1 << 16 };

static Poisoned *buckets[BUCKETS];
static int lock;
uint32_t poison_blocks;

static void take(void) {
  while (__atomic_exchange_n(&lock, 1, __ATOMIC_ACQUIRE)) continue;
}
static void release(void) { __atomic_store_n(&lock, 0, __ATOMIC_RELEASE); }

/* requires: the lock. Zero. */
static void *new_memory(size_t bytes) {
  static char *next, *end;
  bytes = (bytes + 15) & ~(size_t)15;
  if (bytes > BATCH / 2) return space_private(bytes);
  if (!next || (size_t)(end - next) < bytes) {
    next = space_private(BATCH);
    end = next + BATCH;
  }
  next += bytes;
  return next - bytes;
}

static Poisoned **bucket_of(BelayOrigin origin) { return &buckets[origin / 2 % BUCKETS]; }

static Poisoned *find(BelayOrigin origin) {
  Poisoned *found = *bucket_of(origin);
  while (found && found->origin != origin) found = found->next;
  return found;
}

static Poisoned *find_or_make(BelayOrigin origin) {
  Poisoned *found = find(origin);
  if (found) return found;
  BelayBlock whole = *space_block(origin);
  found = new_memory(sizeof *found);
  *found = (Poisoned){.next = *bucket_of(origin), .origin = origin, .whole = whole};
  found->bits = new_memory((whole.end - whole.start) / 8 + 1);
  *bucket_of(origin) = found;
  __atomic_fetch_add(&poison_blocks, 1, __ATOMIC_RELAXED);
  return found;
}

static int is_set(const Poisoned *p, size_t byte) {
  return p->bits[byte / 8] >> byte % 8 & 1;
}

/* The first poisoned byte in [from, to); `to`: none. */
static size_t first_set(const Poisoned *p, size_t from, size_t to) {
  while (from < to && !is_set(p, from))
    from += from % 8 == 0 && p->bits[from / 8] == 0 ? 8 : 1;
  return from < to ? from : to;
}

static void set_bits(Poisoned *p, size_t from, size_t to, int on) {
  for (size_t i = from; i < to; i++) {
    if (is_set(p, i) == on) continue;
    p->bits[i / 8] ^= (uint8_t)(1 << i % 8);
    p->count += on ? (size_t)1 : (size_t)-1;
  }
}

/* Written as a whole where that counts: a check that fails comes here. */
static void set_end(const Poisoned *p) {
  size_t size = p->whole.end - p->whole.start;
  __atomic_store_n(&space_block(p->origin)->end, p->whole.start + first_set(p, 0, size),
                   __ATOMIC_RELEASE);
}

int poison_set(BelayOrigin origin, uintptr_t start, size_t size, int on) {
  take();
  int good = block_is_live(space_block(origin));
  Poisoned *p = good && (on || find(origin)) ? find_or_make(origin) : NULL;
  if (p) {
    good =
      start >= p->whole.start && start <= p->whole.end && size <= p->whole.end - start;
    size_t from = start - p->whole.start;
    if (good) set_bits(p, from, from + size, on);
    set_end(p);
  }
  release();
  return good;
}

BelayBlock poison_bounds(BelayOrigin origin) {
  BelayBlock block = *space_block(origin);
  if (!block_is_live(&block)) return block;
  take();
  const Poisoned *p = find(origin);
  if (p) block = p->whole;
  release();
  return block;
}

int poison_hits(BelayOrigin origin, uintptr_t start, size_t size) {
  take();
  const Poisoned *p = find(origin);
  size_t from = p ? start - p->whole.start : 0;
  int hit = p && p->count && first_set(p, from, from + size) < from + size;
  release();
  return hit;
}

void poison_forget(BelayOrigin origin) {
  take();
  for (Poisoned **at = bucket_of(origin); *at; at = &(*at)->next)
    if ((*at)->origin == origin) {
      space_block(origin)->end = (*at)->whole.end;
      *at = (*at)->next;
      __atomic_fetch_sub(&poison_blocks, 1, __ATOMIC_RELAXED);
      break;
    }
  release();
}
