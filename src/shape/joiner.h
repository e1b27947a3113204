/* What the files of the join share; nobody else includes this. */
#ifndef BELAY_SHAPE_JOINER_H
#define BELAY_SHAPE_JOINER_H

#include "shape/join.h"

/* How many levels deeper the result lies than each side. */
typedef struct Shift {
  int a, b;
} Shift;

typedef struct Side {
  const Graph *g;
  uint32_t *objects;  /* -> object of the result, or SHAPE_NONE */
  uint32_t *partners; /* value -> the first value of the other side it met */
  uint8_t *single;    /* object -> it has no counterpart on the other side */
  VecU32 own;         /* objects that went into the result (merging: in this order) */
  Map cloned;         /* value -> value of the result, for what has no counterpart */
} Side;

/* A link of an inserted segment that nobody asked for yet. */
typedef struct Pending {
  bool second; /* whose segment it is */
  uint32_t segment;
} Pending;

typedef struct Joiner {
  Side a, b;
  Graph *out;
  const JoinOptions *options;
  JoinStatus status;
  bool merging; /* a and b are one graph, and so is `out` apart from what is added */
  uint32_t root_a, root_b; /* merging: the two neighbours */
  uint32_t next_a, next_b; /* merging: where each of their nodes links to, or none */
  uint32_t next;           /* merging: the same for nodes of the result */
  bool lossy;              /* a precise fact met an imprecise one */
  Map pairs;               /* value of a << 32 | value of b -> 1 + value of the result */
  Vec(ShapeUnequal) sources; /* value of the result -> where it comes from */
  Vec(Pending) pending;
  unsigned depth;
} Joiner;

void joiner_update(Joiner *j, JoinStatus status);
/* All give SHAPE_NONE when the two do not fit. */
uint32_t joiner_value(Joiner *j, uint32_t a, uint32_t b, Shift shift);
uint32_t joiner_ints(Joiner *j, uint32_t a, uint32_t b, Shift shift);
uint32_t joiner_addresses(Joiner *j, uint32_t a, uint32_t b, Shift shift);
uint32_t joiner_mixed(Joiner *j, uint32_t a, uint32_t b, Shift shift);
/* Numbers of the result for x (old) and y (new). */
void joiner_hull(Joiner *j, const ShapeValue *x, const ShapeValue *y, ShapeValue *v);
/* Two numbers or intervals meet; one that meets two others loses an equality. */
void joiner_note_partner(Joiner *j, uint32_t a, uint32_t b);
bool joiner_fields(Joiner *j, uint32_t a, uint32_t b, uint32_t to, Shift shift,
                   const Links *skip);
/* An empty segment is assumed before the other side's value. */
bool joiner_can_insert(Joiner *j, bool second, uint32_t value);
uint32_t joiner_insert(Joiner *j, bool second, uint32_t value, uint32_t other,
                       Shift shift);
/* While merging, a region that links to a node like itself may be one that the other side
 * lacks: it becomes a segment that may be empty. */
bool joiner_can_add_node(const Joiner *j, bool second, uint32_t value, uint32_t other);
uint32_t joiner_add_node(Joiner *j, bool second, uint32_t value, uint32_t other,
                         Shift shift);
/* The value goes to a segment that was inserted. */
uint32_t joiner_through(Joiner *j, bool second, uint32_t value, uint32_t other,
                        Shift shift);
bool joiner_resolve(Joiner *j);
/* An object of one side alone, with all below it; `floor` is the level of the topmost
 * one. Of a segment that is inserted the links are left out. What an optional region
 * leads to is its own: nobody else has it, so that it is absent with it. */
typedef struct Clone {
  bool second;
  int shift;
  unsigned floor;
  uint32_t node;  /* a region that becomes a segment, or SHAPE_NONE */
  bool optional;  /* an optional region and what it owns */
  uint32_t since; /* of those: how many objects were copied before */
} Clone;
uint32_t joiner_clone_as(Joiner *j, Clone clone, uint32_t object,
                         const ShapeObject *segment);
uint32_t joiner_clone(Joiner *j, Clone clone, uint32_t object, bool inserted);
uint32_t joiner_record(Joiner *j, uint32_t a, uint32_t b, uint32_t value);

/* Whether the two differ in a way that no join gets over: most graphs that meet do, and
 * this is seen without making anything. */
bool joiner_clash(const Graph *a, const Graph *b, const JoinOptions *options);

static inline bool joiner_same_root(const ShapeObject *x, const ShapeObject *y) {
  return x->place == y->place && x->source == y->source && x->frame == y->frame &&
         x->born == y->born;
}
static inline Side *joiner_side(Joiner *j, bool second) { return second ? &j->b : &j->a; }

#endif
