/* Symbolic memory graphs: objects that hold values, values that point to objects
 * ("Byte-Precise Verification of Low-Level List Manipulation", section 2).
 *
 * An object is a region, a list segment (singly or doubly linked, `length` nodes or more)
 * or a region that may be absent (its address is then null). The registers of a function
 * are the fields of an object of their own (PLACE_FRAME), so that reachability, join and
 * abstraction know no special roots.
 *
 * A value is an integer, by its interval, or an address. It stands for one concrete value
 * (in a nested part of the graph: one for each node of the list above it); two places
 * that hold the same value are equal. An integer is the mathematical one that its bits
 * mean when read with a sign, so that widening does not change it. Value 0 is zero, of
 * any size, and the null pointer; object 0 is what it points to. */
#ifndef BELAY_SHAPE_GRAPH_H
#define BELAY_SHAPE_GRAPH_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/vec.h"

#define SHAPE_NONE UINT32_MAX
#define SHAPE_ZERO 0u
#define SHAPE_NULL_OBJECT 0u
/* Registers of a frame from here on hold the variadic arguments of the call. */
#define SHAPE_VARARGS 0x20000000u
/* And from here on further results of calls. */
#define SHAPE_PARTS 0x40000000u

typedef enum ShapePlace {
  PLACE_NULL,
  PLACE_GLOBAL,
  PLACE_CONSTANT, /* a read-only global: its content is in the program */
  PLACE_FUNCTION,
  PLACE_STACK,
  PLACE_HEAP,
  PLACE_STATIC, /* made by a model: neither freed nor leaked */
  PLACE_FRAME,  /* registers of a call: field offset = 2 * local number, size 1 */
} ShapePlace;

typedef enum ShapeKind {
  KIND_REGION,
  KIND_SLS,
  KIND_DLS,
  KIND_OPTION, /* a region or nothing; then its address is null */
} ShapeKind;

/* Which node of a list segment an address means. Two are for what nodes hold themselves
 * or below them: the node itself, and what its link leads to, the next node or what is
 * behind the last one (of singly linked lists: the upper lists of a skip list). */
typedef enum ShapeSpec {
  SPEC_REGION,
  SPEC_FIRST,
  SPEC_LAST,
  SPEC_ALL,
  SPEC_NEXT
} ShapeSpec;

typedef struct ShapeField {
  uint32_t offset, size; /* bytes */
  uint32_t value;
} ShapeField;

typedef struct ShapeObject {
  uint8_t kind;              /* ShapeKind */
  uint8_t place;             /* ShapePlace */
  bool valid;                /* false: freed, or its scope ended; then it has no fields */
  bool gone;                 /* not part of the graph any more */
  uint8_t level;             /* nesting: how many list segments it is below */
  uint16_t frame;            /* stack: number of the frame from the bottom */
  uint16_t born;             /* stack: how many stack objects its frame made before it */
  uint32_t length;           /* segments: the least number of nodes */
  uint32_t head, next, prev; /* segments: where links point to, and where they are */
  uint32_t source;           /* alloca, global or function id, function id of a frame */
  uint32_t sites;            /* heap: set of the instructions that allocated it */
  int64_t size_lo, size_hi;
  ShapeField *fields; /* by rising offset, disjoint */
  uint32_t field_count, field_cap;
} ShapeObject;

typedef enum ShapeValueKind { VALUE_INT, VALUE_ADDRESS } ShapeValueKind;

typedef struct ShapeValue {
  uint8_t kind;   /* ShapeValueKind */
  uint8_t spec;   /* address: ShapeSpec */
  uint8_t level;  /* integer: nesting; an address has that of its object */
  bool undefined; /* integer: may come from uninitialised memory, so that memory it is
                     stored to gives another one each time */
  uint8_t step;   /* only lo, lo + 2^step, ... hi; hi is one of them */
  uint32_t object;
  int64_t lo, hi;       /* integer: interval; address: interval of the offset */
  uint64_t known, bits; /* integer that is not exact: bits that are known, and which */
} ShapeValue;

/* The two are known to be different. */
typedef struct ShapeUnequal {
  uint32_t a, b;
} ShapeUnequal;

/* How a value was computed; or an order that holds: op is OP_ICMP, a + constant <= b,
 * without signs when factor is 1. */
typedef struct ShapeTerm {
  uint8_t op;    /* of the instruction, OP_ADD for all that are linear */
  uint8_t bits;  /* of the result's type */
  bool linear;   /* result = a + factor * b + constant, without wrapping around */
  uint32_t a, b; /* operands, or SHAPE_ZERO */
  int64_t factor, constant;
  uint32_t result;
} ShapeTerm;

typedef struct Graph {
  Arena *arena;
  Vec(ShapeObject) objects;
  Vec(ShapeValue) values;
  Vec(ShapeUnequal) unequal;
  Vec(ShapeTerm) terms; /* of the current path; a compacted graph has none */
  VecU32 frames;        /* objects, outermost first */
  uint32_t context;     /* whose call is innermost */
  unsigned pointer_bytes;
} Graph;

/* ---- making ---- */

Graph *graph_new(Arena *arena, unsigned pointer_bytes);
Graph *graph_copy(Arena *arena, const Graph *g);
uint32_t graph_add_object(Graph *g, ShapeObject object);
uint32_t graph_add_region(Graph *g, ShapePlace place, uint32_t source, int64_t size_lo,
                          int64_t size_hi);
uint32_t graph_add_int(Graph *g, int64_t lo, int64_t hi);
uint32_t graph_add_address(Graph *g, uint32_t object, int64_t lo, int64_t hi,
                           ShapeSpec spec);
/* Numbers lo, lo + 2^step, ... at most hi. */
uint32_t graph_add_stepped(Graph *g, int64_t lo, int64_t hi, unsigned step);
/* Offsets likewise. */
uint32_t graph_add_offsets(Graph *g, uint32_t object, int64_t lo, int64_t hi,
                           unsigned step, ShapeSpec spec);
/* The one value for this number or exact address, made if absent. */
uint32_t graph_int(Graph *g, int64_t number);
uint32_t graph_address(Graph *g, uint32_t object, int64_t offset, ShapeSpec spec);
uint32_t graph_find_address(const Graph *g, uint32_t object, int64_t offset,
                            ShapeSpec spec);

/* ---- reading ---- */

static inline ShapeObject *graph_object(const Graph *g, uint32_t object) {
  return &g->objects.data[object];
}
static inline ShapeValue *graph_value(const Graph *g, uint32_t value) {
  return &g->values.data[value];
}
static inline bool graph_is_segment(const ShapeObject *o) {
  return o->kind == KIND_SLS || o->kind == KIND_DLS;
}
/* What a walk of the graph starts from, besides the frames. */
static inline bool graph_is_root(const ShapeObject *o) {
  if (o->gone) return false;
  return o->place == PLACE_GLOBAL || o->place == PLACE_STATIC ||
         (o->place == PLACE_STACK && o->valid);
}
static inline bool value_is_exact(const ShapeValue *v) { return v->lo == v->hi; }
static inline bool value_is_address(const ShapeValue *v) {
  return v->kind == VALUE_ADDRESS;
}
/* What is left of it between two bounds; false: nothing. */
bool value_narrow(ShapeValue *v, int64_t lo, int64_t hi);
/* Of one number: more than any other. */
unsigned value_step(const ShapeValue *v);
unsigned graph_value_level(const Graph *g, uint32_t value);
bool graph_are_unequal(const Graph *g, uint32_t a, uint32_t b);

/* ---- fields (section 3.1) ---- */

/* The value of just these bytes or zero; SHAPE_NONE when there is none. */
uint32_t graph_lookup(const Graph *g, uint32_t object, uint32_t offset, uint32_t size);
/* The same, and numbers made of known bytes. */
uint32_t graph_peek(Graph *g, uint32_t object, uint32_t offset, uint32_t size);
/* Read reinterpretation: a new unknown value where nothing is known. */
uint32_t graph_read(Graph *g, uint32_t object, uint32_t offset, uint32_t size);
/* Write reinterpretation. */
void graph_write(Graph *g, uint32_t object, uint32_t offset, uint32_t size,
                 uint32_t value);
/* These bytes become unknown. */
void graph_clear(Graph *g, uint32_t object, uint32_t offset, uint32_t size);
/* The fields of a range, put elsewhere; the target was cleared. */
void graph_copy_fields(Graph *g, uint32_t to, uint32_t to_offset, uint32_t from,
                       uint32_t from_offset, uint32_t size);
/* The field that begins here, NULL when there is none. */
ShapeField *graph_field_at(const Graph *g, uint32_t object, uint32_t offset);
void graph_set_register(Graph *g, uint32_t frame, uint32_t local, uint32_t value);
uint32_t graph_get_register(const Graph *g, uint32_t frame, uint32_t local);

/* ---- terms ---- */

/* What the same operation on the same values gave; SHAPE_NONE: it was not seen. */
uint32_t graph_find_term(const Graph *g, const ShapeTerm *key);
void graph_add_term(Graph *g, ShapeTerm term);
/* a < b, or a <= b when `slack` is 0; false when it cannot be. */
bool graph_learn_less(Graph *g, uint32_t a, uint32_t b, int slack);
/* The same without signs. */
bool graph_learn_below(Graph *g, uint32_t a, uint32_t b, int slack);
/* Narrows what linear terms and orders connect; false when nothing is left. */
bool graph_propagate(Graph *g);

/* ---- changing ---- */

void graph_make_unequal(Graph *g, uint32_t a, uint32_t b);
/* Wherever `old` is, `replacement` is then. */
void graph_substitute(Graph *g, uint32_t old, uint32_t replacement);
/* The object's life ends. */
void graph_kill(Graph *g, uint32_t object);
/* A graph of its own with what can be reached from frames, globals and live stack
 * objects, in an order that depends on the graph alone: equal graphs become equal arrays.
 * Calls `lost` for heap objects that are left behind. */
typedef void ShapeLost(void *context, const Graph *g, uint32_t object);
Graph *graph_compact(Arena *arena, const Graph *g, ShapeLost *lost, void *context);
/* The same, and what became of the old ones; SHAPE_NONE when left behind. */
typedef struct GraphMap {
  uint32_t *objects, *values;
} GraphMap;
Graph *graph_compact_mapped(Arena *arena, const Graph *g, GraphMap *map);
/* Of compacted graphs: equal when they differ in numbers alone, most often only then. */
uint64_t graph_likeness(const Graph *g);
/* Of compacted graphs. */
bool graph_equal(const Graph *a, const Graph *b);

/* NULL when the graph is consistent (section 2.2), else what is wrong. */
const char *graph_fault(const Graph *g);

/* ---- segments (section 2.3) ---- */

/* The first (or last) node of a segment becomes a region, which is returned. requires:
 * the least length is at least 1. */
uint32_t graph_materialise(Graph *g, uint32_t segment, bool last);
/* A segment with least length 0, or an optional region, is empty. */
void graph_remove(Graph *g, uint32_t segment);

#endif
