/* What happened to blocks: the calls that allocated and freed them, each kept once under
 * a number, and the pairs of them.
 *
 * Calls are found by frame pointers, which instrumented functions keep. The walk ends
 * where code begins that is not in an instrumented module, since nobody knows what such
 * code has in that register. */
#define _GNU_SOURCE
#include "depot.h"

#include <link.h>
#include <pthread.h>
#include <string.h>

/* ---- memory that only grows ---- */

/* Room for a call stack or a history, found by its place; what does not fit any more is
 * not remembered. */
typedef struct Store {
  char *memory;
  uint32_t *buckets; /* place of the first one with this hash; 0: none */
  uint32_t used;     /* in units of 8 bytes; taken, not all of it filled */
  uint32_t most;
} Store;

enum { UNIT = 8, BUCKETS = 1 << 16 };
/* Of whole call stacks so many kilobytes are kept (options.depot), then short ones, up to
 * FULL times as much. A program that recurses has more stacks than anybody could read. */
enum { SHORT = 4, FULL = 64, LEAST = 128, KILOBYTE = 1024 / UNIT };

static Store call_store = {.used = 1}, history_store = {.used = 1};

static void make_store(Store *store) {
  static int making;
  if (__atomic_load_n(&store->buckets, __ATOMIC_ACQUIRE)) return;
  while (__atomic_exchange_n(&making, 1, __ATOMIC_ACQUIRE)) continue;
  if (!store->buckets) {
    store->most = LEAST + FULL * KILOBYTE * (uint32_t)options.depot;
    store->memory = space_private((size_t)store->most * UNIT);
    __atomic_store_n(&store->buckets, space_private(sizeof(uint32_t) * BUCKETS),
                     __ATOMIC_RELEASE);
  }
  __atomic_store_n(&making, 0, __ATOMIC_RELEASE);
}

static void *at_place(const Store *store, uint32_t place) {
  return store->memory + (size_t)place * UNIT;
}

/* 0: no room. */
static uint32_t take_place(Store *store, size_t bytes) {
  uint32_t units = (uint32_t)((bytes + UNIT - 1) / UNIT);
  if (__atomic_load_n(&store->used, __ATOMIC_RELAXED) + units > store->most) return 0;
  uint32_t place = __atomic_fetch_add(&store->used, units, __ATOMIC_RELAXED);
  return place + units > store->most ? 0 : place;
}

/* Puts what lies at the place, and has *next for a link, at the head of its list. */
static void publish(uint32_t *bucket, uint32_t first, uint32_t place, uint32_t *next) {
  do *next = first;
  while (!__atomic_compare_exchange_n(bucket, &first, place, 0, __ATOMIC_ACQ_REL,
                                      __ATOMIC_ACQUIRE));
}

/* ---- where code lies whose frames are linked ---- */

enum { MOST_MODULES = 32 };
typedef struct Range {
  uintptr_t start, size;
} Range;

static Range modules[MOST_MODULES];
static unsigned module_count;

static int is_code(uintptr_t address) {
  if (address - modules[0].start < modules[0].size) return 1;
  unsigned count = __atomic_load_n(&module_count, __ATOMIC_ACQUIRE);
  for (unsigned i = 1; i < count; i++)
    if (address - modules[i].start < modules[i].size) return 1;
  return 0;
}

static Range extent(const struct dl_phdr_info *module) {
  uintptr_t low = UINTPTR_MAX, high = 0;
  for (int i = 0; i < module->dlpi_phnum; i++) {
    const ElfW(Phdr) *part = &module->dlpi_phdr[i];
    uintptr_t start = module->dlpi_addr + part->p_vaddr;
    if (part->p_type != PT_LOAD) continue;
    if (start < low) low = start;
    if (start + part->p_memsz > high) high = start + part->p_memsz;
  }
  return (Range){low, high - low};
}

static int add_module(struct dl_phdr_info *module, size_t size, void *wanted) {
  (void)size;
  Range range = extent(module);
  unsigned count = module_count;
  if ((uintptr_t)wanted - range.start >= range.size) return 0;
  if (count < MOST_MODULES) {
    modules[count] = range;
    __atomic_store_n(&module_count, count + 1, __ATOMIC_RELEASE);
  }
  return 1;
}

void depot_add_module(const void *inside) {
  if (!is_code((uintptr_t)inside)) dl_iterate_phdr(add_module, (void *)(uintptr_t)inside);
}

/* ---- the calls at work ---- */

typedef struct Frame {
  const struct Frame *before;
  uintptr_t back; /* where the call returns to */
} Frame;

enum { STEP_MOST = 1 << 20, WORD_BITS = sizeof(void *) == 8 ? 3 : 2 };

extern char *__libc_stack_end;

/* Frames of this thread lie below. */
static uintptr_t stack_top(void) {
  static __thread uintptr_t top;
  if (!top)
    top = thread_number() == 1 ? (uintptr_t)__libc_stack_end : (uintptr_t)pthread_self();
  return top;
}

static int may_follow(const Frame *before, const Frame *frame, uintptr_t top) {
  uintptr_t step = (uintptr_t)before - (uintptr_t)frame - sizeof(void *);
  /* Words, where it is a multiple of their size, and much more otherwise. */
  uintptr_t words = step / sizeof(void *) | step << (8 * sizeof step - WORD_BITS);
  return words < STEP_MOST / sizeof(void *) && (uintptr_t)before < top;
}

/* Their hash. */
static uint32_t walk(const Frame *frame, Calls *calls, unsigned most) {
  const Range main = modules[0];
  uintptr_t top = stack_top(), key = (uintptr_t)calls->site / 4 + calls->thread;
  unsigned count = 0;
  while (count < most) {
    uintptr_t back = frame->back;
    if (back - main.start >= main.size && !is_code(back)) break;
    if (!symbolize_is_runtime(back)) {
      calls->frames[count++] = back;
      key = key * 33 + back;
    }
    if (!may_follow(frame->before, frame, top)) break;
    frame = frame->before;
  }
  calls->count = (uint16_t)count;
  return (uint32_t)key * 0x9e3779b1u;
}

static size_t size_of(const Calls *calls) {
  return offsetof(Calls, frames) + calls->count * sizeof *calls->frames;
}

static int same_calls(const Calls *a, const Calls *b) {
  if (a->site != b->site || a->count != b->count || a->thread != b->thread) return 0;
  for (unsigned i = 0; i < a->count; i++)
    if (a->frames[i] != b->frames[i]) return 0;
  return 1;
}

__attribute__((noinline)) static uint32_t find_or_add_calls(const Calls *calls,
                                                            uint32_t hash) {
  make_store(&call_store);
  uint32_t *bucket = &call_store.buckets[hash % BUCKETS];
  uint32_t first = __atomic_load_n(bucket, __ATOMIC_ACQUIRE);
  for (uint32_t at = first; at; at = ((Calls *)at_place(&call_store, at))->next)
    if (same_calls(at_place(&call_store, at), calls)) return at;
  uint32_t place = take_place(&call_store, size_of(calls));
  if (!place) return 0;
  Calls *kept = at_place(&call_store, place);
  memcpy(kept, calls, size_of(calls));
  publish(bucket, first, place, &kept->next);
  return place;
}

const Calls *depot_calls(uint32_t place) {
  return place ? at_place(&call_store, place) : NULL;
}

/* ---- histories ---- */

typedef struct History {
  uint32_t allocated, freed; /* places of calls */
  uint32_t custom, next;
} History;

/* When there is no room: a block of the heap, or of another allocator. */
enum { ANY_HEAP = 1, ANY_CUSTOM = 2, FIRST_WORD = 3 };

static uint32_t word_of(const History *h) {
  make_store(&history_store);
  uint32_t key = (h->allocated * 31 + h->freed) * 0x9e3779b1u + h->custom;
  uint32_t *bucket = &history_store.buckets[(key >> 12) % BUCKETS];
  uint32_t first = __atomic_load_n(bucket, __ATOMIC_ACQUIRE);
  for (uint32_t at = first; at;) {
    const History *kept = at_place(&history_store, at);
    if (kept->allocated == h->allocated && kept->freed == h->freed &&
        kept->custom == h->custom)
      return at + FIRST_WORD;
    at = kept->next;
  }
  uint32_t place = take_place(&history_store, sizeof *h);
  if (!place) return 0;
  History *kept = at_place(&history_store, place);
  *kept = *h;
  publish(bucket, first, place, &kept->next);
  return place + FIRST_WORD;
}

static History history_of(uint32_t word) {
  word &= ~DEPOT_CUSTOM;
  if (word >= FIRST_WORD) return *(History *)at_place(&history_store, word - FIRST_WORD);
  return (History){.custom = word == ANY_CUSTOM};
}

BlockHistory depot_history(uint32_t word) {
  History h = history_of(word);
  return (BlockHistory){depot_calls(h.allocated), depot_calls(h.freed), h.custom};
}

/* ---- what a thread asked for last ---- */

enum { RECENT = 256 };

/* Calls, and the word about a block that was allocated there. */
typedef struct RecentCalls {
  uint32_t place, words[3]; /* by what allocated it */
} RecentCalls;

/* A block's word, and what it becomes when the block is freed at `place`. */
typedef struct RecentEnd {
  uint32_t word, place, after;
} RecentEnd;

static __thread RecentCalls recent_calls[RECENT];
static __thread RecentEnd recent_ends[RECENT];

static unsigned depth_now(void) {
  uint32_t most = KILOBYTE * (uint32_t)options.depot;
  uint32_t used = __atomic_load_n(&call_store.used, __ATOMIC_RELAXED);
  uint32_t histories = __atomic_load_n(&history_store.used, __ATOMIC_RELAXED);
  int is_short = (used > most || histories > most) && options.stacks > SHORT;
  return is_short ? SHORT : (unsigned)options.stacks;
}

static uint16_t thread_short(void) {
  uint32_t number = thread_number();
  return (uint16_t)(number < UINT16_MAX ? number : 0);
}

static RecentCalls *calls_now(const BelaySite *site, const void *frame) {
  Calls calls;
  calls.site = site;
  calls.next = 0;
  calls.thread = thread_short();
  uint32_t hash = walk(frame, &calls, depth_now());
  RecentCalls *seen = &recent_calls[(hash >> 16) % RECENT];
  if (seen->place && same_calls(depot_calls(seen->place), &calls)) return seen;
  *seen = (RecentCalls){.place = find_or_add_calls(&calls, hash)};
  return seen;
}

uint32_t depot_allocated(const BelaySite *site, int custom, const void *frame) {
  RecentCalls *calls = calls_now(site, frame);
  uint32_t *word = &calls->words[custom];
  if (*word) return *word;
  *word = word_of(&(History){.allocated = calls->place, .custom = (uint32_t)custom});
  if (!*word) *word = custom ? ANY_CUSTOM : ANY_HEAP;
  if (custom) *word |= DEPOT_CUSTOM;
  return *word;
}

uint32_t depot_freed(uint32_t word, const BelaySite *site, const void *frame) {
  uint32_t place = calls_now(site, frame)->place;
  RecentEnd *seen = &recent_ends[(word ^ place * 5) % RECENT];
  if (seen->word == word && seen->place == place && word) return seen->after;
  History h = history_of(word);
  h.freed = place;
  uint32_t after = word_of(&h);
  *seen = (RecentEnd){word, place, after ? after | (word & DEPOT_CUSTOM) : word};
  return seen->after;
}
