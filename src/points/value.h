/* What a register or a few bytes of memory may hold: the points-to sets of the seed's
 * section 3.1 with offsets as strided intervals, together with the integers that it may
 * be. Values are interned: equal values have equal ids, joins are remembered. Private to
 * this folder.
 *
 * A value is a union of parts:
 *   plain          integers without an object, an interval; 0 is the null pointer, any
 * other number used as an address is the seed's `unknown` VALUE_UNINIT   read from
 * uninitialised memory; also `unknown`, but an access through it is an error for sure
 *   VALUE_INVALID  a pointer to an object that is dead by now: `invalidated`
 *   targets        (location, offset) pairs */
#ifndef BELAY_POINTS_VALUE_H
#define BELAY_POINTS_VALUE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/map.h"
#include "base/vec.h"

typedef uint32_t ValueId;

enum { VALUE_PLAIN = 1, VALUE_UNINIT = 2, VALUE_INVALID = 4 };

/* Offsets lo, lo + stride, .. hi; a single one has stride 0. An end that is unbounded is
 * within one stride of -+OFFSET_LIMIT and its stride is a power of two: addresses wrap
 * around, and only such a remainder outlives that. */
typedef struct Target {
  uint32_t loc;
  uint32_t stride;
  int64_t lo, hi;
} Target;

#define OFFSET_LIMIT ((int64_t)1 << 46)

typedef struct Value {
  uint8_t flags;  /* VALUE_* */
  uint32_t count; /* targets */
  int64_t lo, hi; /* VALUE_PLAIN: as signed numbers of the register's width (i1: 0, 1) */
  uint64_t mask;  /* bit loc % 64 is set for each target */
  Target targets[]; /* by location, then offset; few a location */
} Value;

/* A strided interval of byte offsets or of integers. */
typedef struct Span {
  int64_t lo, hi;
  uint32_t stride;
} Span;

/* Where widening stops on its way: rising. */
typedef struct Thresholds {
  const int64_t *at;
  uint32_t count;
} Thresholds;

typedef struct Values {
  Arena *arena;
  unsigned ptr_bits;
  Vec(Value *) all; /* by id; 0 is nothing */
  uint32_t *slots;  /* open addressing: id, 0 is free */
  uint32_t slot_count;
  Map joins;     /* (a, b) with a < b -> join */
  Map fragments; /* v -> fragment */
  Vec(Target) scratch;
  uint64_t ticks; /* work done, for budgets */
} Values;

/* The ids that every pool starts with. */
enum {
  VALUE_NOTHING, /* no run comes here (so far) */
  VALUE_NULL,
  VALUE_ANYTHING, /* any integer: unknown */
  VALUE_UNINITIALISED,
  VALUE_DEAD,
};

Values *values_new(Arena *arena, unsigned ptr_bits);
static inline const Value *value_get(const Values *values, ValueId id) {
  return values->all.data[id];
}

ValueId value_int(Values *values, int64_t lo, int64_t hi);
ValueId value_flags(Values *values, uint8_t flags);
ValueId value_target(Values *values, Target target);
/* The starts of these, rising. */
ValueId value_of_locations(Values *values, const uint32_t *locs, uint32_t count);
ValueId value_join(Values *values, ValueId a, ValueId b);
/* At least the join; what grew goes to the next threshold, or without bound (`last`).
 * Offsets stop at 0 and at `size_of` the location. */
ValueId value_widen(Values *values, ValueId old, ValueId new, Thresholds thresholds,
                    unsigned bits, bool last,
                    int64_t (*size_of)(void *context, uint32_t loc), void *context);
/* Whether everything in a is in b. */
bool value_within(Values *values, ValueId a, ValueId b);

/* Targets and integers (of `bits`) moved by what the span holds, modulo 2^bits. */
ValueId value_shift(Values *values, ValueId v, Span by, unsigned bits);
/* Integers that do not fit into `bits` make it any of that width. */
ValueId value_clip(Values *values, ValueId v, unsigned bits);
/* Part of the bytes of the value, or its bytes mixed with others: the same targets at any
 * offset, any integer. */
ValueId value_fragment(Values *values, ValueId v);
/* Without the flags given; VALUE_PLAIN takes the integers away. */
ValueId value_without(Values *values, ValueId v, uint8_t flags);
/* With this interval of integers instead of its own. */
ValueId value_with_plain(Values *values, ValueId v, int64_t lo, int64_t hi);
/* The targets in `keep` alone, and the flags and integers of v. */
ValueId value_with_targets(Values *values, ValueId v, const Target *keep, uint32_t count);

/* The object `loc` died: its targets become VALUE_INVALID, or also that when not
 * `surely`. */
ValueId value_kill(Values *values, ValueId v, uint32_t loc, bool surely);
/* Some of the objects that `dead` means died: what may mean one is also VALUE_INVALID. */
ValueId value_may_kill(Values *values, ValueId v, ValueId dead);
/* Targets in `from` become targets in `to`, or also that when not `surely`. */
ValueId value_rename(Values *values, ValueId v, uint32_t from, uint32_t to, bool surely);

bool value_mentions(const Values *values, ValueId v, uint32_t loc);
/* Whether it may be 0. */
static inline bool value_may_be_null(const Values *values, ValueId v) {
  const Value *x = value_get(values, v);
  return (x->flags & VALUE_PLAIN) && x->lo <= 0 && x->hi >= 0;
}
/* No object lies at an address within this distance of 0, on either side. */
#define NULL_PAGE 65536
/* Whether it may be a number that could be the address of anything. */
static inline bool value_may_be_wild(const Values *values, ValueId v) {
  const Value *x = value_get(values, v);
  return (x->flags & VALUE_PLAIN) && (x->lo <= -NULL_PAGE || x->hi >= NULL_PAGE);
}
/* The integers that v may be when seen as a number of `bits`. */
Span value_span(const Values *values, ValueId v, unsigned bits);

/* ---- spans ---- */

Span span_point(int64_t at);
Span span_all(unsigned bits);
/* All of the width when it does not fit. */
Span span_fit(int64_t lo, int64_t hi, bool overflow, unsigned bits);
static inline int64_t int_min_of(unsigned bits) {
  return bits == 1 ? 0 : bits >= 64 ? INT64_MIN : -((int64_t)1 << (bits - 1));
}
static inline int64_t int_max_of(unsigned bits) {
  return bits == 1 ? 1 : bits >= 64 ? INT64_MAX : ((int64_t)1 << (bits - 1)) - 1;
}
static inline bool target_unbounded_below(const Target *t) {
  return t->lo < -OFFSET_LIMIT / 2;
}
static inline bool target_unbounded_above(const Target *t) {
  return t->hi > OFFSET_LIMIT / 2;
}
Target target_any(uint32_t loc);
/* Canonical form: single offsets without stride, ends within the limits. */
Target target_make(uint32_t loc, int64_t lo, int64_t hi, uint32_t stride);
uint64_t gcd_u64(uint64_t a, uint64_t b);

#endif
