/* What is alive: the calls that follow the lives of blocks. Blocks on the stack are
 * listed by frame, so that leaving a function ends them; a frame whose function was left
 * by longjmp ends when an older one is seen again. */
#include <string.h>
#include <sys/mman.h>

#include "staged.h"

typedef struct Frame {
  uintptr_t address;       /* of something on the machine's stack in it */
  StagedBlock *blocks;     /* made in it, alive or out of scope */
  const StagedPlace *call; /* where the user's code called the library, at entry */
  uint64_t number;
} Frame;

enum { FRAMES_MOST = 1 << 20 };

static Frame *frames; /* frames[1 .. depth] */
static unsigned depth;
static uint64_t frame_numbers;
static const StagedPlace *library_call; /* newest call from the user's code */
static uint64_t allocations;

/* ---- frames ---- */

static void map_frames(void) {
  frames = mmap(NULL, sizeof(Frame) * FRAMES_MOST, PROT_READ | PROT_WRITE,
                MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (frames == MAP_FAILED) staged_stop("no memory", STAGED_EXIT_STOPPED);
}

static void bury(StagedBlock *block) {
  StagedBlock *old = staged_tree_insert(STAGED_TREE_DEAD_STACK, block);
  if (old && old != block && old->frame != frames[depth].number)
    staged_block_recycle(old);
}

static void end_stack_block(StagedBlock *block, StagedLife life,
                            const StagedPlace *place) {
  staged_tree_remove(STAGED_TREE_STACK, block);
  block->life = (uint8_t)life;
  block->ended = place;
  bury(block);
}

static void pop_frame(const StagedPlace *place) {
  Frame *frame = &frames[depth];
  for (StagedBlock *b = frame->blocks, *next; b; b = next) {
    next = b->next;
    if (b->life == STAGED_ALIVE) end_stack_block(b, STAGED_RETURNED, place);
    b->frame = 0;
  }
  library_call = frame->call;
  depth--;
}

__attribute__((noinline)) void staged_enter(const StagedPlace *place) {
  if (!frames) map_frames();
  uintptr_t here = (uintptr_t)__builtin_frame_address(0);
  while (depth && frames[depth].address < here) pop_frame(place); /* equal: inlined */
  if (depth + 1 >= FRAMES_MOST)
    staged_stop("limit reached: depth of calls", STAGED_EXIT_STOPPED);
  frames[++depth] = (Frame){here, NULL, library_call, ++frame_numbers};
}

void staged_leave(const StagedPlace *place) {
  if (depth) pop_frame(place);
}

void staged_call_library(const StagedPlace *place) { library_call = place; }

const StagedPlace *staged_user_place(const StagedPlace *place) {
  if (place && !place->library && place->line) return place;
  if (place && !place->library) return place;
  return library_call ? library_call : place;
}

/* ---- the stack ---- */

static void list_in_frame(StagedBlock *block) {
  if (!frames) map_frames();
  Frame *frame = &frames[depth];
  block->frame = frame->number;
  block->next = frame->blocks;
  frame->blocks = block;
}

/* Blocks whose life was not seen to end, and that lie where the new one does. */
static void clear_range(uintptr_t start, uint64_t size, const StagedPlace *place) {
  StagedBlock *block;
  while ((block = staged_tree_before(STAGED_TREE_STACK, start + size - (size > 0))) &&
         block->start + block->size > start)
    end_stack_block(block, STAGED_RETURNED, place);
}

static void add_stack(void *at, uint64_t size, const char *name, StagedKind kind,
                      const StagedPlace *place) {
  uintptr_t start = (uintptr_t)at;
  StagedBlock *block = staged_tree_exact(STAGED_TREE_STACK, start);
  if (block && block->size == size && frames && block->frame == frames[depth].number) {
    block->made = staged_user_place(place);
    return;
  }
  clear_range(start, size, place);
  block = staged_tree_exact(STAGED_TREE_DEAD_STACK, start);
  bool listed = block && frames && block->frame && block->frame == frames[depth].number;
  if (listed)
    staged_tree_remove(STAGED_TREE_DEAD_STACK, block);
  else
    block = staged_block_new();
  block->start = start;
  block->size = size;
  block->name = name;
  block->made = staged_user_place(place);
  block->ended = NULL;
  block->kind = (uint8_t)kind;
  block->life = STAGED_ALIVE;
  staged_tree_insert(STAGED_TREE_STACK, block);
  if (!listed) list_in_frame(block);
}

void staged_remember_stack(void *block, uint64_t size, const char *name,
                           const StagedPlace *place) {
  add_stack(block, size, name, STAGED_STACK, place);
  memset(block, STAGED_FILL, (size_t)size);
}

void staged_remember_argument(void *block, uint64_t size, const StagedPlace *place) {
  add_stack(block, size, NULL, STAGED_STACK, place);
}

void staged_remove_stack(void *block, const StagedPlace *place) {
  StagedBlock *found = staged_tree_exact(STAGED_TREE_STACK, (uintptr_t)block);
  if (found) end_stack_block(found, STAGED_OUT_OF_SCOPE, place);
}

/* What this frame made below the stack's new top is gone. */
void staged_restore_stack(void *top, const StagedPlace *place) {
  if (!frames) return;
  for (StagedBlock *b = frames[depth].blocks; b; b = b->next)
    if (b->life == STAGED_ALIVE && b->start < (uintptr_t)top)
      end_stack_block(b, STAGED_OUT_OF_SCOPE, place);
}

/* ---- variadic arguments ---- */

static uint32_t passed_integer, passed_vector;
static uint64_t passed_memory;

void staged_pass_variadic(uint32_t integer, uint32_t vector, uint64_t memory) {
  passed_integer = integer;
  passed_vector = vector;
  passed_memory = memory;
}

/* The va_list of the x86-64 ABI, after va_start. */
typedef struct VariadicList {
  uint32_t integer, vector; /* offsets into registers */
  char *memory, *registers;
} VariadicList;

enum { INTEGER_END = 48, VECTOR_END = 176 };

static uint32_t least(uint32_t a, uint32_t b) { return a < b ? a : b; }

void staged_take_variadic(void *list, const StagedPlace *place) {
  const char *name = "the variadic arguments";
  if (sizeof(void *) == 4) {
    add_stack(*(void **)list, passed_memory, name, STAGED_ARGUMENTS, place);
    return;
  }
  const VariadicList *l = list;
  uint32_t integer = least(passed_integer, INTEGER_END);
  uint32_t vector = least(passed_vector, VECTOR_END - INTEGER_END);
  if (integer > l->integer)
    add_stack(l->registers + l->integer, integer - l->integer, name, STAGED_ARGUMENTS,
              place);
  if (vector + INTEGER_END > l->vector)
    add_stack(l->registers + l->vector, vector + INTEGER_END - l->vector, name,
              STAGED_ARGUMENTS, place);
  add_stack(l->memory, passed_memory, name, STAGED_ARGUMENTS, place);
}

/* ---- globals ---- */

void staged_remember_global(void *start, uint64_t size, const char *name,
                            uint32_t read_only, const StagedPlace *place) {
  StagedBlock *block = staged_block_new();
  block->start = (uintptr_t)start;
  block->size = size;
  block->name = name;
  block->kind = STAGED_GLOBAL;
  block->read_only = read_only != 0;
  block->made = place;
  staged_tree_insert(STAGED_TREE_GLOBALS, block);
}

/* ---- the heap ---- */

void staged_remember_heap(void *start, uint64_t size, const StagedPlace *place) {
  if (!start) return;
  StagedBlock *block = staged_block_new();
  block->start = (uintptr_t)start;
  block->size = size;
  block->kind = STAGED_HEAP;
  block->order = ++allocations;
  block->made = staged_user_place(place);
  staged_tree_insert(STAGED_TREE_HEAP, block);
}

void staged_remember_zeroed(void *start, uint64_t count, uint64_t size,
                            const StagedPlace *place) {
  staged_remember_heap(start, count * size, place);
}

static void end_heap_block(StagedBlock *block, const StagedPlace *place) {
  staged_tree_remove(STAGED_TREE_HEAP, block);
  block->life = STAGED_FREED;
  block->ended = staged_user_place(place);
  StagedBlock *old = staged_tree_insert(STAGED_TREE_DEAD_HEAP, block);
  (void)old; /* a start is used again only after its record is gone */
  staged_queue_dead(block);
}

static _Noreturn void refuse_free(uintptr_t at, const StagedPlace *place) {
  enum { PATTERN_REACH = 1 << 16 };
  uintptr_t pattern = (uintptr_t)0xc5c5c5c5c5c5c5c5u;
  StagedBlock *b = staged_tree_before(STAGED_TREE_HEAP, at);
  if (staged_block_holds(b, at, 0))
    staged_report_free(
      b->kind == STAGED_STATIC ? STAGED_FREE_NOT_HEAP : STAGED_FREE_INSIDE, b, at, place);
  b = staged_tree_before(STAGED_TREE_DEAD_HEAP, at);
  if (staged_block_holds(b, at, 0)) staged_report_free(STAGED_DOUBLE_FREE, b, at, place);
  b = staged_tree_before(STAGED_TREE_STACK, at);
  if (!staged_block_holds(b, at, 0)) b = staged_tree_before(STAGED_TREE_GLOBALS, at);
  if (staged_block_holds(b, at, 0))
    staged_report_free(STAGED_FREE_NOT_HEAP, b, at, place);
  if (at - pattern + PATTERN_REACH < 2 * PATTERN_REACH)
    staged_report_free(STAGED_UNINITIALISED, NULL, at, place);
  staged_report_free(STAGED_FREE_NOT_HEAP, NULL, at, place);
}

void staged_handle_free(void *start, const StagedPlace *place) {
  if (!start) return;
  StagedBlock *block = staged_tree_exact(STAGED_TREE_HEAP, (uintptr_t)start);
  if (!block || block->kind != STAGED_HEAP) refuse_free((uintptr_t)start, place);
  end_heap_block(block, place);
}

/* The old block is dead from here on; staged_remember_moved brings it back when there was
 * no memory for the new one. */
void staged_handle_realloc(void *start, const StagedPlace *place) {
  staged_handle_free(start, place);
}

void staged_remember_moved(void *start, void *old, uint64_t size,
                           const StagedPlace *place) {
  staged_remember_heap(start, size, place);
  if (start || !old || !size) return;
  StagedBlock *block = staged_tree_exact(STAGED_TREE_DEAD_HEAP, (uintptr_t)old);
  if (block) staged_remember_heap(old, block->size, block->made);
}

/* ---- memory of the library ---- */

StagedBlock *staged_static_block(uint64_t size) {
  void *start = staged_allocate((size_t)size, 0);
  if (!start) staged_stop("no memory", STAGED_EXIT_STOPPED);
  staged_remember_heap(start, size, staged_user_place(NULL));
  StagedBlock *block = staged_tree_exact(STAGED_TREE_HEAP, (uintptr_t)start);
  block->kind = STAGED_STATIC;
  return block;
}

void staged_end_static(void *start) {
  StagedBlock *block = staged_tree_exact(STAGED_TREE_HEAP, (uintptr_t)start);
  if (block) end_heap_block(block, NULL);
}
