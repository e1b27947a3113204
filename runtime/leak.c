/* Leaks, at the end of the program: which heap blocks can still be reached from a global,
 * the stacks and the registers, through blocks that can be reached. Any word that is the
 * address of a byte of a block, or its end, counts as a pointer to it. */
#define _GNU_SOURCE
#include <link.h>
#include <malloc.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "poison.h"

/* Blocks that were allocated at one place and are all lost, or all still to be reached. */
typedef struct Leak {
  BelayOrigin first;
  const BelaySite *site;
  int reachable;
  size_t blocks, bytes;
} Leak;

enum { MAX_PLACES = 1024, SHOWN_PLACES = 20 };

/* Marks and the list of blocks to look through; a mark is a bit for each origin. */
typedef struct Search {
  uint8_t *marks;
  BelayOrigin *work;
  size_t count, room;
  int in_libc; /* what is looked at is libc's, with the state of its allocator */
  size_t lost_blocks, lost_bytes, reachable_blocks, reachable_bytes;
  Leak *places;
  size_t place_count;
} Search;

static int is_marked(const Search *s, BelayOrigin o) {
  return s->marks[o >> 4] >> (o >> 1 & 7) & 1;
}

static void mark(Search *s, BelayOrigin o) {
  if (is_marked(s, o)) return;
  s->marks[o >> 4] |= (uint8_t)(1 << (o >> 1 & 7));
  if (s->count == s->room) {
    size_t room = s->room ? 2 * s->room : 1 << 16;
    BelayOrigin *grown = space_private(room * sizeof *grown);
    if (s->count) memcpy(grown, s->work, s->count * sizeof *grown);
    s->work = grown;
    s->room = room;
  }
  s->work[s->count++] = o;
}

/* The allocator knows its free memory by the header in front of it, of which the last
 * word of the block before is a part. */
static int is_next_header(uintptr_t word, BelayOrigin origin) {
  uintptr_t start = space_block(origin)->start;
  return word == start + malloc_usable_size((void *)start) - SLOT;
}

__attribute__((no_sanitize("address"))) static void look(Search *s, uintptr_t start,
                                                         uintptr_t end) {
  start = (start + sizeof(uintptr_t) - 1) & ~(sizeof(uintptr_t) - 1);
  for (; start + sizeof(uintptr_t) <= end; start += sizeof(uintptr_t)) {
    uintptr_t word = *(const uintptr_t *)start;
    if (word < NULL_ZONE) continue;
    BelayOrigin found = block_heap_at(word);
    if (found && !(s->in_libc && is_next_header(word, found))) mark(s, found);
  }
}

static void look_through(Search *s) {
  while (s->count) {
    BelayBlock block = block_bounds(s->work[--s->count]);
    if (block_is_live(&block)) look(s, block.start, block.end);
  }
}

static int look_module(struct dl_phdr_info *module, size_t size, void *context) {
  (void)size;
  ((Search *)context)->in_libc = strstr(module->dlpi_name, "/libc.") != NULL;
  for (int i = 0; i < module->dlpi_phnum; i++) {
    const ElfW(Phdr) *part = &module->dlpi_phdr[i];
    uintptr_t start = module->dlpi_addr + part->p_vaddr;
    if (part->p_type == PT_LOAD && part->p_flags & PF_W)
      look(context, start, start + part->p_memsz);
    if (part->p_type == PT_TLS && module->dlpi_tls_data)
      look(context, (uintptr_t)module->dlpi_tls_data,
           (uintptr_t)module->dlpi_tls_data + part->p_memsz);
  }
  return 0;
}

/* Once main has returned, what is left on the stack is from calls long over. */
static int left_main;
void belay_rt_left_main(void) { left_main = 1; }

__attribute__((noinline)) static void look_stack(Search *s) {
  if (left_main) return;
  jmp_buf registers;
  setjmp(registers);
  uintptr_t low, high;
  stack_bounds(&low, &high);
  look(s, (uintptr_t)__builtin_frame_address(0), high);
}

static void add_leak(Search *s, BelayOrigin origin, const BelaySite *site, size_t bytes) {
  size_t i = 0;
  int reachable = is_marked(s, origin);
  while (i < s->place_count &&
         (s->places[i].site != site || s->places[i].reachable != reachable))
    i++;
  if (i == MAX_PLACES) return;
  if (i == s->place_count)
    s->places[s->place_count++] =
      (Leak){.first = origin, .site = site, .reachable = reachable};
  s->places[i].blocks++;
  s->places[i].bytes += bytes;
}

static void judge(BelayOrigin origin, void *context) {
  Search *s = context;
  BelayBlock block = block_bounds(origin);
  BlockHistory history;
  size_t bytes = block.end - block.start;
  if (!block_history(origin, &history) || history.custom) return;
  if (is_marked(s, origin)) {
    s->reachable_blocks++;
    s->reachable_bytes += bytes;
    if (options.leak_check < 2) return;
  } else {
    s->lost_blocks++;
    s->lost_bytes += bytes;
  }
  add_leak(s, origin, history.allocated ? history.allocated->site : NULL, bytes);
}

static size_t thread_count(void) {
  size_t count = 0;
  char line[256];
  FILE *file = fopen("/proc/self/status", "re");
  while (file && fgets(line, sizeof line, file)) sscanf(line, "Threads: %zu", &count);
  if (file) fclose(file);
  return count;
}

static void count_live(BelayOrigin origin, void *context) {
  (void)origin;
  ++*(size_t *)context;
}

static void search(void) {
  size_t live = 0;
  block_each_live(count_live, &live);
  if (!live) return;
  Search s = {.marks = space_private((size_t)1 << 28),
              .places = space_private(MAX_PLACES * sizeof(Leak))};
  dl_iterate_phdr(look_module, &s);
  s.in_libc = 0;
  look_stack(&s);
  look_through(&s);
  block_each_live(judge, &s);
  for (size_t i = 0; i < s.place_count && i < SHOWN_PLACES; i++)
    report_leak(s.places[i].first, s.places[i].reachable, s.places[i].blocks,
                s.places[i].bytes);
  if (s.place_count && report_count)
    report_text("%zu byte%s in %zu block%s lost; %zu byte%s in %zu block%s can still be "
                "reached\n",
                s.lost_bytes, s.lost_bytes == 1 ? "" : "s", s.lost_blocks,
                s.lost_blocks == 1 ? " is" : "s are", s.reachable_bytes,
                s.reachable_bytes == 1 ? "" : "s", s.reachable_blocks,
                s.reachable_blocks == 1 ? "" : "s");
}

/* Other threads' stacks cannot be looked at while they run: then nothing is said. */
static void at_exit(void) {
  uint32_t before = report_count;
  if (options.leak_check && thread_count() <= 1) search();
  if (options.stats)
    report_text("belay: %llu accesses to memory of unknown origin were not checked\n",
                (unsigned long long)report_unchecked);
  if (report_count > before || report_count) report_exit();
}

void leak_init(void) { atexit(at_exit); }
