/* The heap of an instrumented program. It takes the place of libc's, for two things that
 * an address-based checker needs: a gap behind every block, so that an overflow does not
 * land in a live neighbour at once, and late reuse, so that a stale pointer does not mean
 * a new block. Requests are served in classes; what is freed waits in a queue.
 *
 * Blocks that libc itself allocates come from here too; nobody remembers them. */
#include <errno.h>
#include <string.h>
#include <sys/mman.h>

#include "staged.h"

enum {
  GAP = 32,
  GRANULE = 16,
  SMALL_CLASSES = 128, /* of multiples of GRANULE */
  CLASSES = SMALL_CLASSES + 64,
  CHUNK = 1 << 20,
  QUEUE_BYTES = 64 << 20,
};

/* In front of every block. */
typedef struct Header {
  _Alignas(GRANULE) struct Header *next; /* of the free list */
  uint32_t class;
  uint32_t queued; /* its record ends its life */
  uint64_t room;   /* bytes behind the header, gap included */
} Header;

_Static_assert(sizeof(Header) % GRANULE == 0, "blocks are aligned");

static Header *free_lists[CLASSES];
static char *chunk, *chunk_end;
static StagedBlock *queue_first, *queue_last;
static uint64_t queued_bytes;

static unsigned class_of(uint64_t room) {
  if (room < SMALL_CLASSES * GRANULE) return (unsigned)(room / GRANULE);
  return SMALL_CLASSES + 63 - (unsigned)__builtin_clzll(room);
}

static uint64_t room_for(uint64_t size) {
  uint64_t room = (size + GAP + GRANULE - 1) / GRANULE * GRANULE;
  if (room < SMALL_CLASSES * GRANULE) return room;
  uint64_t power = (uint64_t)1 << (64 - __builtin_clzll(room - 1));
  return power;
}

static char *map_bytes(uint64_t bytes) {
  void *got =
    mmap(NULL, (size_t)bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return got == MAP_FAILED ? NULL : got;
}

static char *fresh_bytes(uint64_t bytes) {
  if (bytes > CHUNK / 4) return map_bytes(bytes);
  if ((uint64_t)(chunk_end - chunk) < bytes) {
    chunk = map_bytes(CHUNK);
    chunk_end = chunk ? chunk + CHUNK : NULL;
    if (!chunk) return NULL;
  }
  char *got = chunk;
  chunk += bytes;
  return got;
}

static Header *take(uint64_t size) {
  uint64_t room = room_for(size);
  unsigned class = class_of(room);
  Header *header = free_lists[class];
  if (header) {
    free_lists[class] = header->next;
    return header;
  }
  header = (Header *)fresh_bytes(room + sizeof(Header));
  if (!header) return NULL;
  header->class = class;
  header->room = room;
  return header;
}

/* Alignments beyond GRANULE leave a copy of the header right before the block. */
void *staged_allocate(size_t size, size_t align) {
  if (size > PTRDIFF_MAX - CHUNK) return errno = ENOMEM, NULL;
  uint64_t more = align > GRANULE ? align : 0;
  Header *header = take(size + more);
  if (!header) return errno = ENOMEM, NULL;
  header->queued = 0;
  char *block = (char *)(header + 1);
  if (more) {
    uintptr_t up = ((uintptr_t)block + align - 1) / align * align;
    if (up != (uintptr_t)block) {
      Header *copy = (Header *)up - 1;
      *copy = *header;
      copy->class = CLASSES; /* never reused */
      block = (char *)up;
    }
  }
  memset(block, STAGED_FILL, size);
  return block;
}

static void give_back(void *block) {
  Header *header = (Header *)block - 1;
  if (header->class >= CLASSES) return;
  header->next = free_lists[header->class];
  free_lists[header->class] = header;
}

void staged_release(void *block) {
  if (block && !((Header *)block - 1)->queued) give_back(block);
}

static void forget_oldest(void) {
  StagedBlock *old = queue_first;
  queue_first = old->next;
  if (!queue_first) queue_last = NULL;
  queued_bytes -= old->size + GAP;
  staged_tree_remove(STAGED_TREE_DEAD_HEAP, old);
  give_back((void *)old->start);
  staged_block_recycle(old);
}

void staged_queue_dead(StagedBlock *block) {
  ((Header *)block->start - 1)->queued = 1;
  block->next = NULL;
  if (queue_last)
    queue_last->next = block;
  else
    queue_first = block;
  queue_last = block;
  queued_bytes += block->size + GAP;
  while (queued_bytes > QUEUE_BYTES && queue_first != queue_last) forget_oldest();
}

/* ---- in place of libc's; a program's own definitions go first ---- */

#define WEAK __attribute__((weak))

WEAK void *malloc(size_t size) { return staged_allocate(size, 0); }

WEAK void free(void *block) { staged_release(block); }

WEAK void *calloc(size_t count, size_t size) {
  size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes)) return errno = ENOMEM, NULL;
  void *block = staged_allocate(bytes, 0);
  return block ? memset(block, 0, bytes) : NULL;
}

/* Moves always; to size 0 it frees, as glibc's does. */
WEAK void *realloc(void *block, size_t size) {
  if (block && !size) return staged_release(block), NULL;
  void *fresh = staged_allocate(size, 0);
  if (!fresh || !block) return fresh;
  uint64_t room = ((Header *)block - 1)->room - GAP;
  memcpy(fresh, block, room < size ? (size_t)room : size);
  staged_release(block);
  return fresh;
}
