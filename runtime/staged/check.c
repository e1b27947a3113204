/* The checks before accesses. What is right is found by one or three searches; what is
 * wrong is named as well as the lists allow. */
#include <sys/mman.h>

#include "staged.h"

enum { PAGE = 4096, NEAR = 1 << 20, CLOSE = 32, PATTERN_REACH = 1 << 16 };

/* Of the linker. */
extern char __executable_start[], etext[];

/* Of the locals only those are known that a pointer to something alive may mean: another
 * address on the stack is that of a local that died. */
static bool reduced;

void staged_reduce_tracking(void) { reduced = true; }

/* ---- what is wrong ---- */

static StagedCause past(bool write) {
  return write ? STAGED_WRITE_PAST : STAGED_READ_PAST;
}

static StagedCause before(bool write) {
  return write ? STAGED_WRITE_BEFORE : STAGED_READ_BEFORE;
}

static bool is_null(uintptr_t at) { return at < PAGE || at >= (uintptr_t)-PAGE; }

static bool is_pattern(uintptr_t at) {
  uintptr_t pattern = (uintptr_t)0xc5c5c5c5c5c5c5c5u;
  return at - pattern + PATTERN_REACH < 2 * PATTERN_REACH;
}

static bool has_pattern_byte(uintptr_t at) {
  for (unsigned i = 0; i < sizeof at; i++)
    if ((at >> 8 * i & 255) == STAGED_FILL) return true;
  return false;
}

/* No address of the machine, and a byte of it was never written. */
static bool has_undefined_byte(uintptr_t at) {
  if (sizeof at == 4 || (intptr_t)((uint64_t)at << 16) >> 16 == (intptr_t)at)
    return false;
  return has_pattern_byte(at);
}

static bool is_code(uintptr_t at) {
  return at >= (uintptr_t)__executable_start && at < (uintptr_t)etext;
}

static StagedCause cause_of_death(const StagedBlock *block) {
  return block->life == STAGED_FREED          ? STAGED_AFTER_FREE
         : block->life == STAGED_OUT_OF_SCOPE ? STAGED_AFTER_SCOPE
                                              : STAGED_AFTER_RETURN;
}

/* A live block that holds the address, its end included. */
static StagedBlock *live_at(uintptr_t at) {
  static const StagedTree trees[] = {STAGED_TREE_STACK, STAGED_TREE_HEAP,
                                     STAGED_TREE_GLOBALS};
  StagedBlock *touching = NULL;
  for (unsigned i = 0; i < 3; i++) {
    StagedBlock *block = staged_tree_before(trees[i], at);
    if (staged_block_holds(block, at, 1)) return block;
    if (staged_block_holds(block, at, 0)) touching = block;
  }
  return touching;
}

static StagedBlock *dead_at(uintptr_t at) {
  StagedBlock *block = staged_tree_before(STAGED_TREE_DEAD_HEAP, at);
  if (staged_block_holds(block, at, 1)) return block;
  block = staged_tree_before(STAGED_TREE_DEAD_STACK, at);
  return staged_block_holds(block, at, 1) ? block : NULL;
}

/* The nearest live block, and how far it is. */
static StagedBlock *nearest(uintptr_t at, uint64_t *distance) {
  StagedBlock *best = NULL;
  *distance = NEAR;
  for (StagedTree tree = STAGED_TREE_HEAP; tree <= STAGED_TREE_GLOBALS; tree++) {
    StagedBlock *low = staged_tree_before(tree, at), *high = staged_tree_after(tree, at);
    if (low && at - (low->start + low->size) < *distance) {
      best = low;
      *distance = at - (low->start + low->size);
    }
    if (high && high->start - at < *distance) {
      best = high;
      *distance = high->start - at;
    }
  }
  return best;
}

static _Noreturn void report_beside(const StagedBlock *block, uintptr_t at, uint64_t size,
                                    bool write, const StagedPlace *place) {
  staged_report_access(at < block->start ? before(write) : past(write), block, at, size,
                       write, place);
}

/* The analysis says that it is wrong, and the block there is alive: so it is not the one
 * that was meant, or it may not be written. */
static _Noreturn void report_inside(const StagedBlock *block, uintptr_t at, uint64_t size,
                                    bool write, const StagedPlace *place) {
  StagedCause cause = block->read_only && write      ? STAGED_READ_ONLY
                      : block->kind == STAGED_STACK  ? STAGED_AFTER_SCOPE
                      : block->kind == STAGED_GLOBAL ? past(write)
                                                     : STAGED_AFTER_FREE;
  staged_report_access(cause, block, at, size, write, place);
}

/* `base` is what the address was computed from in this function, and says most. */
static _Noreturn void fail(uintptr_t at, uint64_t size, bool write, uintptr_t base,
                           const StagedPlace *place) {
  uint64_t distance;
  if (is_null(at)) staged_report_access(STAGED_NULL, NULL, at, size, write, place);
  if (is_null(base)) staged_report_access(STAGED_WILD, NULL, at, size, write, place);
  if (is_pattern(base) || has_undefined_byte(at))
    staged_report_access(STAGED_UNINITIALISED, NULL, at, size, write, place);
  StagedBlock *block = live_at(base), *dead = dead_at(base);
  if (dead && (!block || !staged_block_holds(block, base, 1)))
    staged_report_access(cause_of_death(dead), dead, at, size, write, place);
  if (block && (at < block->start || !staged_block_holds(block, at, size)))
    report_beside(block, at, size, write, place);
  dead = dead_at(at);
  if (dead) staged_report_access(cause_of_death(dead), dead, at, size, write, place);
  block = live_at(at);
  if (staged_block_holds(block, at, size)) report_inside(block, at, size, write, place);
  if (block) report_beside(block, at, size, write, place);
  if (is_code(at)) staged_report_access(STAGED_FUNCTION, NULL, at, size, write, place);
  /* With 32 bits every number is an address of the machine: nothing is there, so ... */
  if (sizeof at == 4 && has_pattern_byte(at))
    staged_report_access(STAGED_UNINITIALISED, NULL, at, size, write, place);
  block = nearest(at, &distance);
  if (reduced && staged_on_stack(at) && (!block || distance > CLOSE))
    staged_report_access(STAGED_AFTER_SCOPE, NULL, at, size, write, place);
  if (block) report_beside(block, at, size, write, place);
  staged_report_access(STAGED_WILD, NULL, at, size, write, place);
}

/* Memory that a function without a body made: nobody can tell. */
static bool is_foreign(uintptr_t at) {
  uint64_t distance;
  if (!staged_has_foreign || is_null(at) || is_pattern(at)) return false;
  return !live_at(at) && !dead_at(at) && !nearest(at, &distance);
}

/* ---- the checks ---- */

static bool is_good(StagedTree tree, uintptr_t at, uint64_t size, uint32_t write,
                    const StagedPlace *place) {
  StagedBlock *block = staged_tree_before(tree, at);
  if (!staged_block_holds(block, at, size)) return false;
  if (write && block->read_only)
    staged_report_access(STAGED_READ_ONLY, block, at, size, true, place);
  return true;
}

static void check_one(StagedTree tree, const void *pointer, uint64_t size, uint32_t write,
                      const void *base, const StagedPlace *place) {
  uintptr_t at = (uintptr_t)pointer;
  if (size && !is_good(tree, at, size, write, place))
    fail(at, size, write, (uintptr_t)base, place);
}

void staged_check_heap(const void *at, uint64_t size, uint32_t write, const void *base,
                       const StagedPlace *place) {
  check_one(STAGED_TREE_HEAP, at, size, write, base, place);
}

void staged_check_stack(const void *at, uint64_t size, uint32_t write, const void *base,
                        const StagedPlace *place) {
  check_one(STAGED_TREE_STACK, at, size, write, base, place);
}

void staged_check_globals(const void *at, uint64_t size, uint32_t write, const void *base,
                          const StagedPlace *place) {
  check_one(STAGED_TREE_GLOBALS, at, size, write, base, place);
}

void staged_check_pointer(const void *pointer, uint64_t size, uint32_t write,
                          const void *base, const StagedPlace *place) {
  uintptr_t at = (uintptr_t)pointer;
  if (!size || is_good(STAGED_TREE_STACK, at, size, write, place) ||
      is_good(STAGED_TREE_HEAP, at, size, write, place) ||
      is_good(STAGED_TREE_GLOBALS, at, size, write, place))
    return;
  if (!is_foreign(at)) fail(at, size, write, (uintptr_t)base, place);
}

void staged_check_bounds(const void *pointer, uint64_t size, uint32_t write,
                         const void *from, int64_t min_before, int64_t min_after,
                         int64_t max_before, int64_t max_after,
                         const StagedPlace *place) {
  uintptr_t at = (uintptr_t)pointer;
  int64_t offset = (int64_t)(intptr_t)(at - (uintptr_t)from);
  int64_t room = INT64_MAX - (int64_t)size < offset ? INT64_MAX : offset + (int64_t)size;
  if (!size || (-min_before <= offset && room <= min_after)) return;
  bool early = offset < -max_before;
  if (!early && room <= max_after) {
    staged_check_pointer(pointer, size, write, from, place);
    return;
  }
  StagedBlock *block = live_at((uintptr_t)from);
  staged_report_access(early ? before(write) : past(write), block, at, size, write,
                       place);
}

void staged_check_fail(const void *at, uint64_t size, uint32_t write, const void *base,
                       const StagedPlace *place) {
  if (size) fail((uintptr_t)at, size, write, (uintptr_t)base, place);
}

void staged_check_overlap(const void *to, const void *from, uint64_t size,
                          const StagedPlace *place) {
  uintptr_t a = (uintptr_t)to, b = (uintptr_t)from;
  if (a == b || !size || (a - b >= size && b - a >= size)) return;
  staged_report_plain(STAGED_OVERLAP, "the regions share bytes", place);
}

void staged_check_callee(const void *function, const StagedPlace *place) {
  uintptr_t at = (uintptr_t)function;
  if (is_null(at)) staged_report_free(STAGED_NULL, NULL, at, place);
  if (is_pattern(at)) staged_report_free(STAGED_UNINITIALISED, NULL, at, place);
  StagedBlock *block = live_at(at);
  if (block || dead_at(at)) staged_report_free(STAGED_NOT_FUNCTION, block, at, place);
  void *page = (void *)(at / PAGE * PAGE);
  if (msync(page, 1, MS_ASYNC)) staged_report_free(STAGED_WILD, NULL, at, place);
}

/* ---- signed overflow ---- */

static const char *const operations[] = {"sum",        "difference", "product",
                                         "left shift", "quotient",   "remainder"};

static bool overflows(int64_t left, int64_t right, uint32_t bits, uint32_t op) {
  int64_t least = (int64_t)(~(uint64_t)0 << (bits - 1)), result;
  bool over = false;
  switch (op) {
  case 0: over = __builtin_add_overflow(left, right, &result); break;
  case 1: over = __builtin_sub_overflow(left, right, &result); break;
  case 2: over = __builtin_mul_overflow(left, right, &result); break;
  case 3:
    if (right < 0 || right >= bits) return false;
    result = (int64_t)((uint64_t)left << right);
    over = result >> right != left;
    break;
  default: return left == least && right == -1;
  }
  return over || result < least || result > ~least;
}

void staged_check_overflow(int64_t left, int64_t right, uint32_t bits, uint32_t op,
                           const StagedPlace *place) {
  char text[64];
  if (!overflows(left, right, bits, op)) return;
  __builtin_snprintf(text, sizeof text, "this %s does not fit %u bits", operations[op],
                     bits);
  staged_report_plain(STAGED_SIGNED_OVERFLOW, text, place);
}

void staged_report_shift(const StagedPlace *place) {
  staged_report_plain(STAGED_SIGNED_OVERFLOW, "this left shift does not fit", place);
}

/* What clang's marks call behind our checks. */
void __ubsan_handle_add_overflow(void) {}
void __ubsan_handle_sub_overflow(void) {}
void __ubsan_handle_mul_overflow(void) {}
void __ubsan_handle_negate_overflow(void) {}
void __ubsan_handle_divrem_overflow(void) {}
void __ubsan_handle_shift_out_of_bounds(void) {}
