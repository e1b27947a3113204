/* Intervals of numbers with a step: lo, lo + 2^step, ... hi. One number has STEP_EXACT.
 */
#ifndef BELAY_SHAPE_INTERVAL_H
#define BELAY_SHAPE_INTERVAL_H

#include "ir/ir.h"
#include "shape/graph.h"

typedef __int128 Wide;
enum { STEP_EXACT = 63 };

typedef struct Interval {
  Wide lo, hi;
  unsigned step;
} Interval;

static inline Interval interval_exact(Wide n) { return (Interval){n, n, STEP_EXACT}; }
/* Any number for an address. */
Interval interval_of(const Graph *g, uint32_t value);
Interval interval_sum(Interval a, Interval b);
Interval interval_difference(Interval a, Interval b);
Interval interval_product(Interval a, Interval b);
/* Rounded down to multiples of 2^bits. */
Interval interval_round_down(Interval a, unsigned bits);
/* The lowest `bits` bits. */
Interval interval_low_bits(Interval a, unsigned bits);
/* Whether the number is 2^bits - 1. */
bool interval_is_low_mask(Interval a, unsigned *bits);
/* Whether the number is -(2^bits). */
bool interval_is_high_mask(Interval a, unsigned *bits);
/* What the operation gives, before it is cut to its type; false: any value. */
bool interval_compute(Op op, Interval a, Interval b, unsigned bits, Interval *r);

#endif
