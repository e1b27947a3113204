/* Origins of variables on the stack. A thread takes them from ranges; a range that is
 * used up and all dead is given back by the page. */
#define _GNU_SOURCE
#include <pthread.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "ranges.h"

__thread BelayThread belay_rt_thread;

/* src/guard/helpers.c knows these. */
#define LIES_AT(field, wide, narrow)                                                    \
  _Static_assert(offsetof(BelayThread, field) == (sizeof(void *) == 8 ? wide : narrow), \
                 #field)
LIES_AT(result_of, 8, 4);
LIES_AT(result, 16, 8);
LIES_AT(stack_next, 20, 12);
LIES_AT(stack_limit, 24, 16);
LIES_AT(args, 28, 20);
LIES_AT(va_regs, 156, 148);
LIES_AT(site, 312, 300);
LIES_AT(second, 320, 304);

enum { RANGE = STACK_RANGE, KEPT_MAX = 4096 };

/* Ranges of this thread that had live variables when they were used up, the oldest first,
 * and the one in use. */
static __thread BelayOrigin *kept;
static __thread uint32_t kept_count;
static __thread BelayOrigin current;

static pthread_key_t at_end;

static int has_live(BelayOrigin first) {
  const BelayBlock *block = space_block(first);
  for (uint32_t i = 0; i < RANGE; i++)
    if (block_is_live(&block[i])) return 1;
  return 0;
}

static void keep(BelayOrigin first) {
  if (!kept) kept = space_private(KEPT_MAX * sizeof *kept);
  if (kept_count == KEPT_MAX) {
    memmove(kept + 1, kept + 2, (KEPT_MAX - 2) * sizeof *kept);
    kept_count--;
  }
  kept[kept_count++] = first;
}

/* Non-zero: all of it is dead, and its memory is given back. */
static int give_back(BelayOrigin first) {
  if (has_live(first)) return 0;
  ranges_dead(first, RANGE);
  return 1;
}

/* The last ones kept are looked at once more: what was alive in them was mostly of calls
 * that have returned since. */
static void retire(BelayOrigin first) {
  for (uint32_t i = kept_count; i-- > 0 && i + 2 >= kept_count;)
    if (give_back(kept[i])) {
      memmove(kept + i, kept + i + 1, (kept_count - i - 1) * sizeof *kept);
      kept_count--;
    }
  if (!give_back(first)) keep(first);
}

uint32_t thread_number(void) {
  static uint32_t count;
  static __thread uint32_t own;
  if (!own) own = __atomic_add_fetch(&count, 1, __ATOMIC_RELAXED);
  return own;
}

void stack_begin_thread(void) {
  if (pthread_getspecific(at_end)) return;
  pthread_setspecific(at_end, &belay_rt_thread);
  if (gettid() != getpid()) crash_thread_begin();
}

static StackRange in_use(void) {
  return (StackRange){current, belay_rt_thread.stack_next, belay_rt_thread.stack_limit};
}

static void use(StackRange range) {
  current = range.current;
  belay_rt_thread.stack_next = range.next;
  belay_rt_thread.stack_limit = range.limit;
}

/* ---- ranges that ended threads did not use up ---- */

enum { SPARE_MAX = 1 << 16, TRIES = 1000 };
static StackRange *spare;
static uint32_t spare_count;
static int spare_lock;

/* Gives up at last: the child of a fork may never see the lock released, nor a signal
 * handler. Then the range is another one, or lost. */
static int lock_spare(void) {
  for (int i = 0; i < TRIES; i++)
    if (!__atomic_exchange_n(&spare_lock, 1, __ATOMIC_ACQUIRE)) return 1;
  return 0;
}

static void unlock_spare(void) { __atomic_store_n(&spare_lock, 0, __ATOMIC_RELEASE); }

/* All that was used of it is dead. */
static void leave(StackRange range) {
  if (range.next == range.limit) {
    give_back(range.current);
  } else if (lock_spare()) {
    if (!spare) spare = space_private(SPARE_MAX * sizeof *spare);
    if (spare_count < SPARE_MAX) spare[spare_count++] = range;
    unlock_spare();
  }
}

static StackRange take(void) {
  StackRange range = {0};
  if (__atomic_load_n(&spare_count, __ATOMIC_RELAXED) && lock_spare()) {
    if (spare_count) range = spare[--spare_count];
    unlock_spare();
  }
  if (range.current) return range;
  BelayOrigin first = ranges_take(RANGE);
  if (!first) report_exit();
  return (StackRange){first, first, first + 2 * RANGE};
}

BelayOrigin belay_rt_stack_refill(void) {
  space_init();
  if (current)
    retire(current);
  else
    stack_begin_thread();
  use(take());
  return belay_rt_thread.stack_next;
}

/* ---- signal handlers ---- */

static __thread StackRange for_signals; /* where a handler goes on */
static __thread int depth;              /* handlers at work in this thread */

StackRange stack_enter_signal(void) {
  StackRange before = in_use();
  if (current) keep(current);
  use(depth++ ? (StackRange){0} : for_signals);
  return before;
}

void stack_leave_signal(StackRange before) {
  if (depth == 1)
    for_signals = in_use();
  else if (current)
    retire(current);
  if (depth) depth--;
  if (before.current && kept_count && kept[kept_count - 1] == before.current)
    kept_count--;
  use(before);
}

/* Kills what lies below `frame` in the origins [from, to). */
static void kill_below(BelayOrigin from, BelayOrigin to, uintptr_t frame) {
  for (BelayOrigin o = from; o < to; o += 2) {
    BelayBlock *block = space_block(o);
    if (block->start < frame) block->end = 0;
  }
}

void belay_rt_unwound(BelayOrigin mark, const void *frame) {
  uintptr_t below = (uintptr_t)frame;
  depth = 0; /* a handler that was left goes no further */
  for_signals = (StackRange){0};
  if (!current) return;
  int here = mark >= current && mark <= current + 2 * RANGE;
  kill_below(here ? mark : current, belay_rt_thread.stack_next, below);
  for (uint32_t i = kept_count; !here && i-- > 0;) {
    here = mark >= kept[i] && mark <= kept[i] + 2 * RANGE;
    kill_below(here ? mark : kept[i], kept[i] + 2 * RANGE, below);
  }
}

static void end_kept(void) {
  for (; kept_count; kept_count--) {
    BelayOrigin first = kept[kept_count - 1];
    kill_below(first, first + 2 * RANGE, UINTPTR_MAX);
    give_back(first);
  }
  BelayOrigin *list = kept;
  kept = NULL; /* first: a signal may come */
  if (list) munmap(list, KEPT_MAX * sizeof *list);
}

/* The thread ends, by return or by pthread_exit: none of its variables lives on. */
static void thread_ended(void *unused) {
  (void)unused;
  crash_thread_end();
  globals_end_thread();
  if (!current) return;
  StackRange range = in_use();
  kill_below(range.current, range.next, UINTPTR_MAX);
  end_kept();
  use((StackRange){0, 0, 0}); /* the program's own destructors take another one */
  leave(range);
}

void stack_init(void) {
  thread_number();
  pthread_key_create(&at_end, thread_ended);
}

void stack_bounds(uintptr_t *low, uintptr_t *high) {
  pthread_attr_t attributes;
  void *start = NULL;
  size_t size = 0;
  if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
    pthread_attr_getstack(&attributes, &start, &size);
    pthread_attr_destroy(&attributes);
  }
  *low = (uintptr_t)start;
  *high = (uintptr_t)start + size;
}
