/* Global variables and those of threads. Modules register theirs before anything else
 * runs; a list of all, in the order of their addresses, finds the one at an address. */
#include <stdlib.h>
#include <string.h>

#include "depot.h"

typedef struct Global {
  uintptr_t start, end;
  BelayOrigin origin;
} Global;

static BelayModule *modules;
static Global *sorted;
static size_t sorted_count, sorted_room;
static int lock;

static void take(void) {
  while (__atomic_exchange_n(&lock, 1, __ATOMIC_ACQUIRE)) continue;
}
static void release(void) { __atomic_store_n(&lock, 0, __ATOMIC_RELEASE); }

static int by_start(const void *left, const void *right) {
  const Global *a = left, *b = right;
  return (a->start > b->start) - (a->start < b->start);
}

static void make_room(size_t more) {
  if (sorted_count + more <= sorted_room) return;
  size_t room = 2 * (sorted_count + more);
  Global *grown = space_private(room * sizeof *grown);
  if (sorted_count) memcpy(grown, sorted, sorted_count * sizeof *grown);
  sorted = grown;
  sorted_room = room;
}

/* requires: the lock, or nobody who writes. */
static const Global *find(uintptr_t address) {
  size_t low = 0, high = sorted_count;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (sorted[middle].start <= address)
      low = middle + 1;
    else
      high = middle;
  }
  if (low == 0) return NULL;
  const Global *found = &sorted[low - 1];
  return address <= found->end ? found : NULL;
}

BelayOrigin globals_at(uintptr_t address) {
  const Global *found = find(address);
  return found ? found->origin : 0;
}

static void define(const BelayModule *module) {
  make_room(module->global_count);
  for (uintptr_t i = 0; i < module->global_count; i++) {
    const BelayGlobal *g = &module->globals[i];
    if (!g->defined) continue;
    const Global *known = find(g->start);
    /* A common or weak variable is registered by every unit that has it. */
    if (known && known->start == g->start && known->end == g->start + g->size) {
      *g->origin = known->origin;
      continue;
    }
    *g->origin = block_new_variable(g->start, g->start + g->size, g->site);
    sorted[sorted_count++] = (Global){g->start, g->start + g->size, *g->origin};
  }
  qsort(sorted, sorted_count, sizeof *sorted, by_start);
}

/* Variables of other modules, as far as those have come. */
static void resolve(const BelayModule *module) {
  for (uintptr_t i = 0; i < module->global_count; i++) {
    const BelayGlobal *g = &module->globals[i];
    if (g->defined || *g->origin != BELAY_WILD) continue;
    const Global *known = find(g->start);
    if (known && known->start == g->start) *g->origin = known->origin;
  }
}

/* `again`: the module came before; only what was not known then and has not been written
 * since. */
static void store_initials(const BelayModule *module, int again) {
  for (uintptr_t i = 0; i < module->initial_count; i++) {
    const BelayInitial *initial = &module->initials[i];
    if (again && belay_rt_load((void *)initial->slot) != BELAY_WILD) continue;
    belay_rt_store((void *)initial->slot,
                   initial->origin ? *initial->origin : BELAY_WILD);
  }
}

void belay_rt_register(BelayModule *module) {
  space_init();
  depot_add_module(module);
  take();
  module->next = modules;
  modules = module;
  define(module);
  for (const BelayModule *m = modules; m; m = m->next) {
    resolve(m);
    store_initials(m, m != module);
  }
  release();
}

/* ---- variables of threads ---- */

/* Those of this thread, which end with it; where the program looks them up. */
enum { THREAD_VARIABLES = 256 };
static __thread BelayOrigin *thread_slots[THREAD_VARIABLES];
static __thread unsigned thread_slot_count;

BelayOrigin belay_rt_thread_local(BelayOrigin *slot, const void *start, size_t size,
                                  const BelaySite *site) {
  if (*slot) return *slot;
  space_init();
  stack_begin_thread();
  *slot = block_new_variable((uintptr_t)start, (uintptr_t)start + size, site);
  if (thread_slot_count < THREAD_VARIABLES) thread_slots[thread_slot_count++] = slot;
  return *slot;
}

void globals_end_thread(void) {
  while (thread_slot_count) {
    BelayOrigin *slot = thread_slots[--thread_slot_count];
    block_kill_variable(*slot);
    *slot = 0; /* a destructor that comes later has it anew */
  }
}
