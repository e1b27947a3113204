/* Leaks at the end of a run: heap blocks to which no chain of pointers leads, found by a
 * conservative search. It starts at the program's data and, while functions are active,
 * at the machine's stack; a word is a pointer if a live block is where it points. */
#include <setjmp.h>

#include "staged.h"

/* Of the linker: initialised data and what follows it. */
extern char __data_start[], end[];

/* As far below the stack's end a pointer is taken for one to an ended frame. */
enum { STAGED_ENDED_FRAMES = 1 << 20 };

typedef struct Search {
  StagedBlock *todo;  /* reached, not yet looked into; linked by `next` */
  StagedBlock *first; /* the oldest one that was not reached */
  bool all;
} Search;

static uintptr_t stack_bottom;

static void reach(Search *search, uintptr_t word) {
  StagedBlock *block = staged_tree_before(STAGED_TREE_HEAP, word);
  if (!staged_block_holds(block, word, 0) || block->marked) return;
  block->marked = true;
  block->next = search->todo;
  search->todo = block;
}

static void reach_from(Search *search, uintptr_t from, uintptr_t to) {
  uintptr_t step = sizeof(uintptr_t);
  for (from = (from + step - 1) / step * step; from + step <= to; from += step)
    reach(search, *(uintptr_t *)from);
}

static void start_over(StagedBlock *block, void *context) { block->marked = false; }

static void start_at_static(StagedBlock *block, void *context) {
  if (block->kind == STAGED_STATIC) reach(context, block->start);
}

static void see_unreached(StagedBlock *block, void *context) {
  Search *search = context;
  if (block->kind != STAGED_HEAP || (block->marked && !search->all)) return;
  if (!search->first || block->order < search->first->order) search->first = block;
}

/* Frames of the functions that are still active, and their registers. */
static __attribute__((noinline)) void reach_stack(Search *search) {
  jmp_buf registers;
  setjmp(registers);
  uintptr_t here = (uintptr_t)&registers;
  reach_from(search, here, here + sizeof registers);
  reach_from(search, (uintptr_t)__builtin_frame_address(0), stack_bottom);
}

/* Frames that have ended lie below this one. */
bool staged_on_stack(uintptr_t at) {
  uintptr_t here = (uintptr_t)__builtin_frame_address(0);
  return at < stack_bottom && at >= here - STAGED_ENDED_FRAMES;
}

void staged_check_leaks(uint32_t stack, uint32_t all) {
  Search search = {.all = all};
  staged_tree_each(STAGED_TREE_HEAP, start_over, NULL);
  staged_tree_each(STAGED_TREE_HEAP, start_at_static, &search);
  reach_from(&search, (uintptr_t)__data_start, (uintptr_t)end);
  if (stack) reach_stack(&search);
  while (search.todo) {
    StagedBlock *block = search.todo;
    search.todo = block->next;
    reach_from(&search, block->start, block->start + (uintptr_t)block->size);
  }
  staged_tree_each(STAGED_TREE_HEAP, see_unreached, &search);
  if (search.first) staged_report_leak(search.first, search.first->marked);
}

int main(int argc, char **argv) {
  stack_bottom = (uintptr_t)__builtin_frame_address(0);
  staged_world_start(argc, argv);
  int code = staged_entry();
  staged_flush();
  return code;
}
