/* The run-time functions of `belay instrument`: what the calls mean that the rules of
 * rules/memory-safety.json and rules/signed-overflow.json insert, after "Joint Forces for
 * Memory Safety Checking Revisited", sections 2 and 3. An address-based checker: it knows
 * which blocks are alive and where they lie, and nothing about where a pointer came from.
 *
 * Plain C, compiled to bitcode for both widths when belay is built. Nothing here shares
 * code or names with the other run-time system. All numbers of bytes are 64 bits wide, so
 * that the calls look the same in both widths. */
#ifndef STAGED_H
#define STAGED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A place in the source, one constant for each that the code refers to. */
typedef struct StagedPlace {
  const char *file;
  const char *function;
  uint32_t line, column; /* 0: unknown */
  uint32_t library;      /* in a model of the C library, not in the user's code */
  uint32_t inst;         /* number of the instruction in belay's representation */
} StagedPlace;

/* ---- what the rules insert ---- */

void staged_remember_heap(void *block, uint64_t size, const StagedPlace *place);
void staged_remember_zeroed(void *block, uint64_t count, uint64_t size,
                            const StagedPlace *place);
void staged_remember_moved(void *block, void *old, uint64_t size,
                           const StagedPlace *place);
void staged_remember_stack(void *block, uint64_t size, const char *name,
                           const StagedPlace *place);
void staged_remember_global(void *block, uint64_t size, const char *name,
                            uint32_t read_only, const StagedPlace *place);
void staged_remember_argument(void *block, uint64_t size, const StagedPlace *place);
void staged_handle_free(void *block, const StagedPlace *place);
void staged_handle_realloc(void *block, const StagedPlace *place);
void staged_remove_stack(void *block, const StagedPlace *place);
void staged_restore_stack(void *top, const StagedPlace *place);
void staged_enter(const StagedPlace *place);
void staged_leave(const StagedPlace *place);
/* The user's code calls into the library here. */
void staged_call_library(const StagedPlace *place);
/* The variadic arguments of the next call: bytes of integer registers and of vector
 * registers used by all arguments, bytes of memory used by the variadic ones. */
void staged_pass_variadic(uint32_t integer, uint32_t vector, uint64_t memory);
void staged_take_variadic(void *list, const StagedPlace *place);

void staged_check_pointer(const void *at, uint64_t size, uint32_t write, const void *base,
                          const StagedPlace *place);
void staged_check_heap(const void *at, uint64_t size, uint32_t write, const void *base,
                       const StagedPlace *place);
void staged_check_stack(const void *at, uint64_t size, uint32_t write, const void *base,
                        const StagedPlace *place);
void staged_check_globals(const void *at, uint64_t size, uint32_t write, const void *base,
                          const StagedPlace *place);
void staged_check_bounds(const void *at, uint64_t size, uint32_t write, const void *from,
                         int64_t min_before, int64_t min_after, int64_t max_before,
                         int64_t max_after, const StagedPlace *place);
void staged_check_fail(const void *at, uint64_t size, uint32_t write, const void *base,
                       const StagedPlace *place);
void staged_check_overlap(const void *to, const void *from, uint64_t size,
                          const StagedPlace *place);
void staged_check_callee(const void *function, const StagedPlace *place);
/* At the end of main, at exit and abort, while `stack` says whether locals still count;
 * all: blocks that are still reachable are leaks, too. */
void staged_check_leaks(uint32_t stack, uint32_t all);
/* Not all locals and globals are told. */
void staged_reduce_tracking(void);

/* op: 0 sum, 1 difference, 2 product, 3 left shift, 4 quotient, 5 remainder. */
void staged_check_overflow(int64_t left, int64_t right, uint32_t bits, uint32_t op,
                           const StagedPlace *place);
void staged_report_shift(const StagedPlace *place);

/* ---- blocks.c: what is alive where ---- */

typedef enum StagedKind {
  STAGED_HEAP,
  STAGED_STATIC,
  STAGED_STACK,
  STAGED_GLOBAL,
  STAGED_ARGUMENTS
} StagedKind;
typedef enum StagedLife {
  STAGED_ALIVE,
  STAGED_FREED,
  STAGED_OUT_OF_SCOPE,
  STAGED_RETURNED
} StagedLife;

typedef struct StagedBlock {
  uintptr_t start;
  uint64_t size;
  const char *name; /* variables; NULL: none */
  const StagedPlace *made, *ended;
  struct StagedBlock *left, *right; /* of the tree it is in */
  struct StagedBlock *next; /* older one of the same frame; of the queue; free list */
  uint64_t frame;           /* number of the frame that lists it */
  uint64_t order;           /* heap: rising with allocation */
  uint32_t priority;        /* of the tree */
  uint8_t kind, life;
  bool read_only, marked;
} StagedBlock;

typedef enum StagedTree {
  STAGED_TREE_HEAP,
  STAGED_TREE_STACK,
  STAGED_TREE_GLOBALS,
  STAGED_TREE_DEAD_HEAP,
  STAGED_TREE_DEAD_STACK,
  STAGED_TREE_COUNT
} StagedTree;

/* ---- leak.c ---- */

/* Whether a local may be there, or was. */
bool staged_on_stack(uintptr_t at);

StagedBlock *staged_block_new(void);
void staged_block_recycle(StagedBlock *block);
/* The block of that start, if there was one, is taken out and given back. */
StagedBlock *staged_tree_insert(StagedTree tree, StagedBlock *block);
void staged_tree_remove(StagedTree tree, StagedBlock *block);
/* The last block that starts at or before the address; the first that starts after it. */
StagedBlock *staged_tree_before(StagedTree tree, uintptr_t address);
StagedBlock *staged_tree_after(StagedTree tree, uintptr_t address);
StagedBlock *staged_tree_exact(StagedTree tree, uintptr_t address);
void staged_tree_each(StagedTree tree, void (*visit)(StagedBlock *block, void *context),
                      void *context);
static inline bool staged_block_holds(const StagedBlock *block, uintptr_t at,
                                      uint64_t size) {
  return block && at - block->start <= block->size &&
         size <= block->size - (at - block->start);
}

/* ---- track.c ---- */

const StagedPlace *staged_user_place(const StagedPlace *place);
StagedBlock *staged_static_block(uint64_t size);
void staged_end_static(void *block);

/* ---- heap.c: an allocator that leaves gaps and reuses late ---- */

/* What uninitialised memory is filled with. */
enum { STAGED_FILL = 0xc5 };

void *staged_allocate(size_t size, size_t align);
void staged_release(void *block);
/* A freed block may be used again from now on: nobody remembers it. */
void staged_queue_dead(StagedBlock *block);

/* ---- report.c: never return ---- */

typedef enum StagedCause {
#define STAGED_CAUSE(name, cwe, text) STAGED_##name,
#include "causes.def"
  STAGED_CAUSE_COUNT
} StagedCause;

_Noreturn void staged_report_access(StagedCause cause, const StagedBlock *block,
                                    uintptr_t at, uint64_t size, bool write,
                                    const StagedPlace *place);
_Noreturn void staged_report_free(StagedCause cause, const StagedBlock *block,
                                  uintptr_t at, const StagedPlace *place);
_Noreturn void staged_report_leak(const StagedBlock *block, bool reachable);
_Noreturn void staged_report_plain(StagedCause cause, const char *detail,
                                   const StagedPlace *place);
_Noreturn void staged_stop(const char *words, int code);
/* Exit code of a program that was stopped by a violation; and of one that cannot go on.
 */
enum { STAGED_EXIT_VIOLATION = 99, STAGED_EXIT_STOPPED = 2 };

/* ---- world.c: what the models of the C library are built from ---- */

void staged_world_start(int argc, char **argv);
void staged_flush(void);
/* Bits of the next input; float_bits: 0, or the width of the float wanted. */
uint64_t staged_input(const char *source, uint32_t inst, uint32_t bits,
                      uint32_t is_float);

/* Defined by the instrumented program. */
extern int staged_entry(void);
/* Whether it calls functions that nobody knows: their memory is not tracked. */
extern const uint32_t staged_has_foreign;

#endif
