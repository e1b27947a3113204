/* What the files of the runtime's core share. docs/runtime.md tells the scheme. */
#ifndef BELAY_RUNTIME_CORE_H
#define BELAY_RUNTIME_CORE_H

#include <stddef.h>
#include <stdint.h>

#include "belay_rt.h"

#define HIDDEN __attribute__((visibility("hidden")))

/* All code of the runtime lies together, so that call stacks can leave it out. */
#pragma clang section text = "belay_rt_text"

enum { PAGE = 4096, SLOT = 1 << BELAY_SLOT_SHIFT };
/* Below this every address counts as null. */
#define NULL_ZONE ((uintptr_t)65536)
/* From here on nothing is ever mapped. */
#define LAST_PAGE ((uintptr_t)-PAGE)

/* ---- space.c: where the data lies ---- */

/* Idempotent; called by everything that may be first. */
HIDDEN void space_init(void);
/* Memory of the runtime's own, zero, never given back by name; ends the program with a
 * message when there is none. */
HIDDEN void *space_private(size_t bytes);
/* Whole pages inside the range read as zero from now on and cost nothing. */
HIDDEN void space_give_back(void *start, size_t bytes);

#if UINTPTR_MAX > 0xffffffffu
/* Addresses that have shadow memory. */
#define SHADOW_LOW_END 0x40000000ul
#define SHADOW_HIGH 0x500000000000ul
#define SHADOW_HIGH_END 0x800000000000ul
static inline int space_has_shadow(uintptr_t a) {
  return a < SHADOW_LOW_END || (a >= SHADOW_HIGH && a < SHADOW_HIGH_END);
}
static inline BelayBlock *space_block(BelayOrigin o) {
  return (BelayBlock *)(BELAY_TABLE + (uintptr_t)o * sizeof(uintptr_t));
}
static inline uint32_t *space_info(BelayOrigin o) {
  return (uint32_t *)(BELAY_INFO + (uintptr_t)o * 2);
}
static inline const BelayOrigin *space_slot(uintptr_t a) {
  return (const BelayOrigin *)((a >> 3) * 4 + BELAY_SHADOW_OFFSET);
}
static inline BelayOrigin *space_slot_for_write(uintptr_t a) {
  return (BelayOrigin *)((a >> 3) * 4 + BELAY_SHADOW_OFFSET);
}
#else
static inline int space_has_shadow(uintptr_t a) {
  (void)a;
  return 1;
}
static inline BelayBlock *space_block(BelayOrigin o) {
  return (BelayBlock *)((uintptr_t)belay_rt_table + o * sizeof(uintptr_t));
}
static inline uint32_t *space_info(BelayOrigin o) { return belay_rt_info + o / 2; }
static inline const BelayOrigin *space_slot(uintptr_t a) {
  return belay_rt_shadow[a >> BELAY_PIECE_SHIFT] + (a >> 2 & 0x3ffff);
}
static inline BelayOrigin *space_slot_for_write(uintptr_t a) {
  return belay_rt_shadow_for_write(a);
}
#endif

/* Whether the address is in the runtime's own data. */
HIDDEN int space_is_own(uintptr_t address);

/* The origin of the block that the first byte of a page belongs to, where a block reaches
 * over the boundary; 0: none. Plus 1 once a block had its mark in the page. */
extern HIDDEN BelayOrigin *space_page_owner;

/* ---- blocks.c: origins, and what is known of a block ---- */

/* The most calls that are kept of a stack. */
enum { STACKS_MOST = 64 };

/* Where the program was at some time. Kept once each, for good (depot.c). */
typedef struct Calls {
  const BelaySite *site;         /* NULL: not known */
  uint32_t next;                 /* the depot's */
  uint16_t thread, count;        /* 0: thread not known */
  uintptr_t frames[STACKS_MOST]; /* where calls return to, the innermost first; `count`
                                    of them are there */
} Calls;

/* What the word about an origin leads to when the block is not a variable. */
typedef struct BlockHistory {
  const Calls *allocated, *freed; /* NULL: not known; not freed */
  uint32_t custom;                /* 1: begun by belay_block_begin; 2: a stream */
} BlockHistory;

/* A dead block's descriptor is such that no address lies in it, and tells what the block
 * was until its page is given back: zero then. A variable's has `end` 0 and keeps its
 * start. A heap block's has, with 64 bits, the highest bit of `start` set, below it the
 * thread that freed it and the start; `end` is its size (31 bits) and how many blocks the
 * thread had allocated by then (32 bits). With 32 bits it has its start and in `end` its
 * size, as far as that is less than the start. */
static inline int block_is_live(const BelayBlock *block) {
  return block->start && block->end >= block->start;
}

/* What a dead block was. */
typedef struct DeadBlock {
  uintptr_t start; /* 0: not known any more */
  size_t size;
  uint32_t thread; /* that freed it; 0: not known */
  uint32_t age;    /* blocks the thread had allocated, in 2^32 */
} DeadBlock;

/* The frame of the runtime's function that asks, which the calls are found from. */
#define FRAME_HERE() __builtin_frame_address(0)

/* A new origin for a block that is on the heap, with its history. */
HIDDEN BelayOrigin block_new(uintptr_t start, uintptr_t end, const BelaySite *site,
                             int custom, const void *frame);
/* A new origin for a global variable or one of a thread. */
HIDDEN BelayOrigin block_new_variable(uintptr_t start, uintptr_t end,
                                      const BelaySite *site);
/* Ends a heap block; 0 when somebody else did so before. */
HIDDEN int block_kill(BelayOrigin origin, const BelaySite *site, const void *frame);
/* 0: it is a variable, or not known. */
HIDDEN int block_history(BelayOrigin origin, BlockHistory *history);
/* Whether it is, or was, one of libc's allocator. */
HIDDEN int block_is_libc(BelayOrigin origin);
HIDDEN DeadBlock block_dead(BelayOrigin origin);
/* Blocks that this thread has allocated. */
HIDDEN uint32_t block_age(void);
/* Where a variable is declared; NULL for other blocks, and when it is not known any more.
 */
HIDDEN const BelaySite *block_variable(BelayOrigin origin);
HIDDEN int block_is_variable(BelayOrigin origin);
/* Calls `visit` for every live block that is no variable. */
HIDDEN void block_each_live(void (*visit)(BelayOrigin origin, void *context),
                            void *context);
/* Ends a variable that block_new_variable made. */
HIDDEN void block_kill_variable(BelayOrigin origin);

/* The heap block that contains the address or ends there; 0: none. */
HIDDEN BelayOrigin block_heap_at(uintptr_t address);
/* Says that the block may be found by its addresses. */
HIDDEN void block_publish(BelayOrigin origin, uintptr_t start, uintptr_t end);

/* ---- globals.c ---- */
/* The global variable that contains the address; 0: none. */
HIDDEN BelayOrigin globals_at(uintptr_t address);

/* ---- options.c: BELAY_OPTIONS ---- */
typedef struct RuntimeOptions {
  int halt_on_error, exitcode, leak_check, color, int_to_ptr, stats;
  int origins;       /* the most that are given out; 0: all there are */
  int stacks, depot; /* calls kept of a stack; kilobytes of whole ones */
  const char *log_path, *suppressions;
} RuntimeOptions;
extern HIDDEN RuntimeOptions options;
HIDDEN void options_read(char **environment);

/* ---- report.c ---- */
typedef enum Kind {
#define KIND(name, cwe, text) KIND_##name,
#include "kinds.def"
} Kind;

typedef struct Violation {
  Kind kind;
  const BelaySite *site; /* NULL: not known */
  uintptr_t address;
  size_t size;               /* bytes accessed; 0: not an access */
  BelayOrigin origin;        /* the block it is about; 0: none */
  const char *function;      /* library function at work; NULL */
  const BelaySite *variable; /* the variable, where the origin does not say; NULL */
  uintptr_t base;
} Violation;

/* Prints it and ends the program, unless errors do not. */
HIDDEN void report_violation(const Violation *violation);
/* Several lines for blocks that were allocated at one place and are lost, or were not
 * freed though something reaches them; does not end. */
HIDDEN void report_leak(BelayOrigin origin, int reachable, size_t blocks, size_t bytes);
/* A pointer was made from an integer: which block it is taken to point to. Once a site,
 * with int_to_ptr=auto on a terminal only. */
HIDDEN void report_int_to_ptr(const BelaySite *site, BelayOrigin origin,
                              uintptr_t address);
HIDDEN void report_text(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* The end of the program, when an error was reported. */
_Noreturn HIDDEN void report_exit(void);
extern HIDDEN uint32_t report_count;     /* errors so far */
extern HIDDEN uint64_t report_unchecked; /* accesses to memory nobody registered */

/* ---- crash.c, leak.c, stack.c ---- */
HIDDEN void globals_end_thread(void);
HIDDEN void crash_init(void);
HIDDEN void crash_thread_begin(void);
HIDDEN void crash_thread_end(void);
HIDDEN void leak_init(void);
HIDDEN void stack_init(void);
/* What a thread has to do at its end is done then; idempotent. */
HIDDEN void stack_begin_thread(void);
/* The main thread is 1; the number of a thread is its own for good. */
HIDDEN uint32_t thread_number(void);
/* Where a thread takes the origins of variables from. */
typedef struct StackRange {
  BelayOrigin current, next, limit; /* all zero: the next variable takes a new one */
} StackRange;
/* A signal handler begins: its variables have a range of their own; the one before. */
HIDDEN StackRange stack_enter_signal(void);
HIDDEN void stack_leave_signal(StackRange before);
/* What a thread needs from its first instruction on; again: nothing. */
HIDDEN void stack_begin_thread(void);
/* The calling thread's stack; *low is its lowest address. */
HIDDEN void stack_bounds(uintptr_t *low, uintptr_t *high);

#endif
