/* Backward slices: the part of a program that decides what happens at chosen
 * instructions. After "Joint Forces for Memory Safety Checking Revisited", section 4.3,
 * with control dependence that respects non-termination; docs/slice.md says what is kept
 * and why.
 *
 * requires: a verified program and its points-to analysis.  keeps: both.  yields: a new
 * program in which every kept instruction is executed as often, in the same order and on
 * the same operands as in the old one, up to the first violation of a check that is not
 * part of the criterion. */
#ifndef BELAY_SLICE_SLICE_H
#define BELAY_SLICE_SLICE_H

#include "base/bitset.h"
#include "ir/ir.h"
#include "ledger/ledger.h"
#include "points/points.h"

/* All zero is the empty criterion: nothing is kept. */
typedef struct SliceCriterion {
  const Val *insts; /* these, with their operands, results and, for accesses, whether the
                       objects meant are alive */
  uint32_t inst_count;
  const Ledger *ledger; /* its open checks; NULL: none */
  bool classical;       /* control dependence as if every loop ended */
  bool whole_models;    /* a library function is kept whole or not at all */
} SliceCriterion;

typedef struct Slice Slice;

/* The result lives in the arena. */
Slice *slice_compute(const Program *p, const Points *points,
                     const SliceCriterion *criterion, Arena *arena);
/* Whether the instruction is executed in the slice; of a parameter: whether its value is
 * needed. */
bool slice_has(const Slice *slice, Val inst);
/* Whether its result, or what it writes, matters too. */
bool slice_has_value(const Slice *slice, Val inst);
/* Whether the operand is evaluated. Others may be replaced by anything. */
bool slice_needs_operand(const Slice *slice, Val inst, uint32_t operand);
/* Instructions of bodies in the program and in the slice. */
uint32_t slice_count(const Slice *slice);

/* Where control goes that would arrive at the start of this block: the next block of
 * which something is kept. False: nothing that is kept comes any more in this call;
 * *returns then says whether to return (with any result) or to end the run. */
bool slice_target(const Slice *slice, Blk block, Blk *next, bool *returns);
/* The same for what follows the last kept instruction of a block whose terminator is not
 * kept. */
bool slice_continuation(const Slice *slice, Blk block, Blk *next, bool *returns);
bool slice_has_block(const Slice *slice, Blk block);

/* The slice as a program, verified. Functions and globals have the same ids, Inst.origin
 * is that of the old instruction; names are shared with the old program, which must live
 * as long. */
Program *slice_build(const Slice *slice, Arena *arena);
Program *slice_program(const Program *p, const Points *points,
                       const SliceCriterion *criterion, Arena *arena);

/* For engines (EngineOptions.slice): the slice for the open checks of the ledger,
 * points-to analysis included. NULL when nothing could be left out. */
const Program *slice_for_ledger(const Program *p, const Ledger *ledger, Arena *arena,
                                bool malloc_may_fail);

#endif
