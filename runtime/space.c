/* Where the runtime's data lies; see "Layout" in docs/runtime.md. All of it is reserved
 * at the start and costs memory when it is touched. */
#define _GNU_SOURCE
#include <sys/mman.h>
#include <unistd.h>

#include "depot.h"

BelayOrigin *space_page_owner;
const char belay_rt_anchor[4] __attribute__((aligned(4))) = "rt";

static void die(const char *text) {
  size_t length = 0;
  while (text[length]) length++;
  if (write(2, text, length) < 0) _exit(97);
  _exit(97);
}

static void *reserve(void *at, size_t bytes) {
  int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
  if (at) flags |= MAP_FIXED_NOREPLACE;
  void *got = mmap(at, bytes, PROT_READ | PROT_WRITE, flags, -1, 0);
  if (got == MAP_FAILED || (at && got != at))
    die("belay: cannot reserve address space for the runtime (a limit on virtual memory, "
        "or something else lies there)\n");
  /* Core dumps and huge pages would cost what is not there. */
  madvise(got, bytes, MADV_DONTDUMP);
  madvise(got, bytes, MADV_NOHUGEPAGE);
  return got;
}

void *space_private(size_t bytes) {
  void *got =
    mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (got == MAP_FAILED) die("belay: out of memory in the runtime\n");
  return got;
}

void space_give_back(void *start, size_t bytes) {
  uintptr_t first = ((uintptr_t)start + PAGE - 1) & ~(uintptr_t)(PAGE - 1);
  uintptr_t last = ((uintptr_t)start + bytes) & ~(uintptr_t)(PAGE - 1);
  if (first < last) madvise((void *)first, last - first, MADV_DONTNEED);
}

#if UINTPTR_MAX > 0xffffffffu

int space_is_own(uintptr_t a) {
  return (a >= BELAY_SHADOW_OFFSET && a < BELAY_INFO + BELAY_INFO_BYTES) ||
         (a >= (uintptr_t)space_slot(SHADOW_HIGH) &&
          a < (uintptr_t)space_slot(SHADOW_HIGH_END));
}

static void map_space(void) {
  reserve((void *)(uintptr_t)space_slot(0), SHADOW_LOW_END / 2);
  reserve((void *)(uintptr_t)space_slot(SHADOW_HIGH),
          (SHADOW_HIGH_END - SHADOW_HIGH) / 2);
  reserve((void *)BELAY_TABLE, BELAY_TABLE_BYTES);
  reserve((void *)BELAY_INFO, BELAY_INFO_BYTES);
  space_page_owner = reserve(NULL, (SHADOW_HIGH_END / PAGE) * sizeof(BelayOrigin));
}

#else

BelayOrigin *belay_rt_shadow[1u << (32 - BELAY_PIECE_SHIFT)];
BelayBlock *belay_rt_table;
uint32_t *belay_rt_info;
enum { PIECE_BYTES = 1 << BELAY_PIECE_SHIFT };
static BelayOrigin *untouched; /* a piece of zeros, read only */

int space_is_own(uintptr_t a) {
  uintptr_t table = (uintptr_t)belay_rt_table, info = (uintptr_t)belay_rt_info;
  return (a >= table && a - table < BELAY_TABLE_BYTES) ||
         (a >= info && a - info < BELAY_INFO_BYTES);
}

static void map_space(void) {
  untouched = mmap(NULL, PIECE_BYTES, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (untouched == MAP_FAILED) die("belay: out of memory in the runtime\n");
  for (unsigned i = 0; i < 1u << (32 - BELAY_PIECE_SHIFT); i++)
    belay_rt_shadow[i] = untouched;
  belay_rt_table = reserve(NULL, BELAY_TABLE_BYTES);
  belay_rt_info = reserve(NULL, BELAY_INFO_BYTES);
  space_page_owner = reserve(NULL, (1u << 20) * sizeof(BelayOrigin));
}

BelayOrigin *belay_rt_shadow_for_write(uintptr_t address) {
  BelayOrigin **piece = &belay_rt_shadow[address >> BELAY_PIECE_SHIFT];
  BelayOrigin *seen = __atomic_load_n(piece, __ATOMIC_ACQUIRE);
  if (seen == untouched) {
    BelayOrigin *made = space_private(PIECE_BYTES);
    if (__atomic_compare_exchange_n(piece, &seen, made, 0, __ATOMIC_ACQ_REL,
                                    __ATOMIC_ACQUIRE))
      seen = made;
    else
      munmap(made, PIECE_BYTES);
  }
  return seen + (address >> 2 & 0x3ffff);
}

#endif

static void init(char **environment) {
  static int done;
  if (done) return;
  done = 1;
  map_space();
  *space_block(BELAY_WILD) = (BelayBlock){0, UINTPTR_MAX};
  options_read(environment);
  depot_add_module(belay_rt_anchor);
  stack_init();
  crash_init();
  leak_init();
}

void space_init(void) { init(environ); }

/* Before every constructor, those of shared libraries included. */
static void start(int argc, char **argv, char **environment) {
  (void)argc, (void)argv;
  init(environment);
}
__attribute__((section(".preinit_array"),
               used)) static void (*const start_entry)(int, char **, char **) = start;
