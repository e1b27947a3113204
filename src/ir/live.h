/* Which SSA values of a function are still needed where. Values by local number (value id
 * - function.first), blocks by local number. An operand of a phi is needed at the end of
 * the predecessor it comes from, a phi's result begins after its block's phis: neither is
 * in the live-in set of the phi's block for that. Time and space are the size of the
 * sets. */
#ifndef BELAY_IR_LIVE_H
#define BELAY_IR_LIVE_H

#include "ir/digraph.h"
#include "ir/ir.h"

typedef struct Live {
  const Program *program;
  Fn fn;
  uint32_t first, count; /* value ids first .. first + count */
  uint32_t first_block, block_count;
  VecU32 *in, *out; /* block -> live values, rising */
  Rows uses;        /* value -> instruction ids that use it, phis too, rising */
  uint32_t *stamp;  /* for live_after */
  uint32_t stamps;
} Live;

/* requires: the function has a body. */
Live *live_new(const Program *p, Fn fn, Arena *arena);

bool live_in(const Live *live, Blk b, Val value);
bool live_out(const Live *live, Blk b, Val value);
/* Whether the value, defined at or before `at` or elsewhere, is needed after `at`. */
bool live_is_after(const Live *live, Val value, Val at);
/* All of those, added to `values` as local numbers, in no particular (but fixed) order.
 * After a terminator: what is live out of its block. */
void live_after(Live *live, Arena *arena, Val at, VecU32 *values);
/* The hold that belongs to the call, exit or abort `at`; VAL_NONE when it has none. */
Val live_hold_of(const Program *p, Val at);
/* What the hold names and what is needed after `at`, its call, exit or abort: the
 * registers that hold something if the run ends there. Else as live_after. */
void live_held(Live *live, Arena *arena, Val hold, Val at, VecU32 *values);
/* Instructions that use a value. */
static inline Row live_uses(const Live *live, Val value) {
  return rows_at(&live->uses, value.id - live->first);
}

#endif
