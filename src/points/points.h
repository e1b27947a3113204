/* The engine `points`: what may every pointer point to, and is every access safe? After
 * "Joint Forces for Memory Safety Checking Revisited", sections 3.1 to 3.4 and 4.1; see
 * docs/points.md for what is different here.
 *
 * requires: a verified program.  keeps: the program.  yields: for every value the places
 * that it may point to when it is computed, for every access an answer, for every
 * instruction and function which bytes it may read and write. */
#ifndef BELAY_POINTS_POINTS_H
#define BELAY_POINTS_POINTS_H

#include "ir/callgraph.h"
#include "ir/check.h"
#include "ir/inputs.h"
#include "ir/ir.h"
#include "ledger/engine.h"

typedef struct Points Points;

typedef struct PointsOptions {
  uint64_t limit; /* effort in ticks; 0: a default that fits the program's size */
  bool flat;      /* without the order of execution */
  bool malloc_may_fail;
} PointsOptions;

/* Never fails: what does not fit into the limit is answered without the order of
 * execution. `options` may be NULL. The result lives in the arena. */
Points *points_analyse(const Program *p, Arena *arena, const PointsOptions *options);
/* Whether the order of execution was taken into account; why not otherwise. */
bool points_is_precise(const Points *points, const char **reason);

typedef struct PointsEffort {
  uint32_t contexts, locations, values;
  uint64_t instructions; /* evaluated */
  uint64_t ticks;        /* of the limit */
} PointsEffort;
PointsEffort points_effort(const Points *points);

/* ---- locations: where objects come from ---- */

typedef enum PointsKind {
  POINTS_FUNCTION,
  POINTS_GLOBAL,
  POINTS_STACK,  /* alloca, varargs */
  POINTS_HEAP,   /* alloc, realloc */
  POINTS_STATIC, /* alloc with INST_STATIC */
} PointsKind;

/* Numbered from 0: functions, globals, then allocating instructions, each in the
 * program's order. */
typedef struct PointsLocation {
  PointsKind kind;
  Val inst;    /* STACK, HEAP, STATIC */
  Glob global; /* GLOBAL */
  Fn function; /* FUNCTION */
  bool single; /* never stands for two objects that are alive at the same time */
  uint64_t size_lo, size_hi; /* bytes; UINT64_MAX when there is no bound */
  bool freed;                /* a free or realloc may mean it */
  bool escapes;              /* unknown code can reach it */
  bool exposed;              /* an address that was made of numbers may mean it */
  bool made;                 /* some run may make it */
} PointsLocation;

uint32_t points_location_count(const Points *points);
PointsLocation points_location(const Points *points, uint32_t location);
/* Of a global, a function, an allocating instruction; IR_NONE for anything else. */
uint32_t points_location_of_global(const Points *points, Glob g);
uint32_t points_location_of_function(const Points *points, Fn f);
uint32_t points_location_of_inst(const Points *points, Val inst);
/* Whether a heap object of it may be alive when the program ends; false for other kinds.
 */
bool points_may_leak(const Points *points, uint32_t location);
/* "x", "malloc at file.c:3:7", ...: for people. */
const char *points_location_text(const Points *points, uint32_t location, Arena *arena);

/* ---- points-to sets ---- */

#define POINTS_UNBOUNDED ((int64_t)1 << 45)

/* Byte offsets lo, lo + stride, .. hi in the location. An end that is not within
 * +-POINTS_UNBOUNDED is no bound: the seed's `?`. */
typedef struct PointsTarget {
  uint32_t location;
  uint32_t stride; /* 0 when lo == hi */
  int64_t lo, hi;
} PointsTarget;

static inline bool points_offset_known(const PointsTarget *t) { return t->lo == t->hi; }

typedef struct PointsSet {
  bool has_null;
  bool has_unknown; /* one of the next two */
  bool has_wild;    /* a number that may be the address of any exposed object */
  bool has_uninitialised;
  bool has_invalidated; /* may point to an object whose life has ended */
  bool reached;         /* false: no run computes it */
  uint32_t count;
  const PointsTarget *targets;
} PointsSet;

/* At the value's definition, over all calls of its function. Of integers: the objects
 * whose addresses they carry; has_null then means that it may be 0. */
PointsSet points_set_of(const Points *points, Val value);
/* Where it is used: of the operand'th operand of a memory instruction (load 0, store 1,
 * copy 0 and 1, free 0, call 0, ...), just before it. */
PointsSet points_set_at(const Points *points, Val inst, uint32_t operand);

/* ---- accesses ---- */

typedef enum PointsVerdict {
  POINTS_SAFE,
  POINTS_FAIL, /* wrong for sure in every run that comes here */
  POINTS_OPEN,
} PointsVerdict;

/* The seed's four bounds, of the pointer that the access's address is derived from by a
 * variable distance (section 3.2): bytes before and behind it. */
typedef struct PointsBounds {
  bool known; /* all sizes and offsets are, and nothing but live objects is meant */
  Val base;   /* p0 */
  int64_t min_before, max_before, min_after, max_after;
} PointsBounds;

typedef struct PointsAccess {
  PointsVerdict verdict;
  bool but_null; /* safe unless the address is below CHECK_NULL_ZONE */
  bool heap_only, stack_only,
    globals_only; /* and no unknown; null and dead are possible */
  PointsBounds bounds;
  const char *evidence; /* in words */
} PointsAccess;

/* operand as for points_set_at. Of an instruction that is never reached: safe. */
PointsAccess points_deref(const Points *points, Val inst, uint32_t operand);
bool points_reached(const Points *points, Val inst);
bool points_function_reached(const Points *points, Fn fn);

/* ---- calls ---- */

/* The functions that a call may reach, rising. *unknown: others are possible. */
const uint32_t *points_callees(const Points *points, Val call, uint32_t *count,
                               bool *unknown);
/* For callgraph_new. */
CallResolver points_resolver(const Points *points);

/* ---- what is read and written ---- */

/* Bytes lo .. hi of a location; only every stride'th and the `size` - 1 that follow it
 * when stride is not 0. */
typedef struct PointsRange {
  uint32_t location;
  uint32_t stride, size;
  int64_t lo, hi;
  bool surely; /* the write replaces all of these bytes of the one object there is */
} PointsRange;

typedef struct PointsEffect {
  bool any; /* may be anything at all */
  uint32_t count;
  const PointsRange *ranges; /* by location, then offset */
} PointsEffect;

/* Of one instruction; a call: of the call and all that runs below it. */
PointsEffect points_reads(const Points *points, Val inst);
PointsEffect points_writes(const Points *points, Val inst);
/* Of a function and all that it calls. */
PointsEffect points_function_writes(const Points *points, Fn fn);
/* Locations whose objects the function or what it calls may make or end, rising. */
const uint32_t *points_function_lives(const Points *points, Fn fn, uint32_t *count,
                                      bool *any);

/* ---- checks ---- */

typedef struct PointsAnswer {
  PointsVerdict verdict;
  bool but_null;        /* POINTS_OPEN, and safe unless below CHECK_NULL_ZONE */
  const char *evidence; /* in words; why not, for POINTS_OPEN */
} PointsAnswer;

/* What the sets say about a check of this kind at this instruction. Safe: no run breaks
 * it first. */
PointsAnswer points_check(const Points *points, CheckKind kind, Val at);

/* Runs the program (at most max_steps) and compares: every value must be in its set,
 * nothing is executed that is never reached, and no safe check is broken. NULL, or the
 * first thing that contradicts the answers. */
const char *points_contradiction(const Points *points, const Inputs *inputs,
                                 uint64_t max_steps, Arena *arena);

/* ---- the engine ---- */

extern const Engine points_engine;

/* For people: the sets of each function, line by line; as a graph for Graphviz. Models of
 * the C library only when `library` asks for them. */
void points_print(const Points *points, bool library, Arena *arena, VecChar *out);
void points_print_dot(const Points *points, bool library, Arena *arena, VecChar *out);

#endif
