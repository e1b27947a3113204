/* The state of one slicing, shared by the files of this folder. Private to it. */
#ifndef BELAY_SLICE_SLICER_H
#define BELAY_SLICE_SLICER_H

#include "base/map.h"
#include "base/vec.h"
#include "ir/callgraph.h"
#include "ir/cfg.h"
#include "slice/slice.h"

#define NODE_NONE UINT32_MAX

/* ---- control flow ---- */

/* A piece of a block: the instructions up to the next one after which control may not
 * come back (a node of its own), and the terminator (another one). */
typedef struct Node {
  uint32_t first, end; /* instructions first .. end - 1 */
  uint32_t block;      /* id */
  bool stops;          /* control may end here: has an edge to the virtual end */
  bool endless;        /* starts the header of a loop that may not end */
  bool needed;         /* holds a kept instruction */
} Node;

typedef struct Graph {
  Fn fn;
  Node *nodes;
  uint32_t count;       /* the virtual end is node `count` */
  Digraph edges;        /* on count + 1 nodes */
  uint32_t *block_node; /* local block -> its first node; one more at the end */
  uint32_t *node_of;    /* local instruction -> node; NODE_NONE for parameters */
  uint32_t *label;      /* node -> the needed node that comes next (itself if needed);
                           NODE_NONE: none does. Set by slice_control_close */
  bool *reaches;        /* scratch of slice_control_close: a needed node can follow */
  bool *avoids;         /* and none may */
  VecU32 stack;
} Graph;

/* ---- memory ---- */

/* Some bytes of a location, or its life. */
typedef struct Key {
  uint32_t location; /* IR_NONE: any (lives only) */
  bool life;
  PointsRange range; /* bytes */
} Key;

typedef struct KeyState {
  Key key;
  Bitset down,
    up;          /* blocks whose end was visited: without, and with going on in callers */
  Bitset calls;  /* functions whose callers were visited */
  Bitset sites;  /* calls that were visited from a callee's start */
  Bitset inside; /* functions visited down from their returns */
  bool taken;    /* all that touches it is kept */
} KeyState;

typedef struct Step {
  uint32_t key;
  uint32_t block;
  uint32_t before; /* instructions of the block before this one */
  bool up;
} Step;

/* Locations that a function, or what it calls, may make or end. */
typedef struct Lives {
  const uint32_t *locations; /* rising */
  uint32_t count;
  bool any, known;
} Lives;

/* What a walk for a location looks at; see events.c. */
typedef struct Events {
  VecU32 list;       /* instructions, rising */
  Bitset inside;     /* functions that they are in */
  Bitset touched_by; /* functions that touch it, or call what does */
  bool known;
} Events;

/* ---- functions ---- */

typedef struct FnState {
  Lives lives;
  Graph *graph;     /* NULL until something of it is kept */
  bool entered;     /* something of it is kept, or it is called */
  bool dirty;       /* slice_control_close is due */
  bool returns;     /* whether it returns matters to a caller */
  bool may_stop;    /* control may not come back from it */
  bool *endless;    /* local block -> header of a loop that may not end; or NULL */
  uint64_t results; /* results that are needed, one bit each */
  VecU32 rets;      /* its ret instructions */
  VecU32 restores;  /* its stack.restore instructions */
} FnState;

struct Slice {
  Arena *arena;
  const Program *program;
  const Points *points;
  const SliceCriterion *criterion;
  Callgraph *calls;
  FnState *fns;
  Bitset exec;         /* kept; parameters: value needed */
  Bitset full;         /* and result or written bytes needed */
  Bitset watched;      /* accesses whose objects' lives matter */
  Vec(uint32_t) work;  /* instruction << 1 | full */
  Vec(uint32_t) dirty; /* functions */
  Map keys;            /* hash of a key -> 1 + index of the first with it */
  Vec(KeyState) key_states;
  Vec(uint32_t) key_next; /* chains of equal hashes: 1 + index */
  Vec(Step) steps;
  uint64_t steps_done;
  VecU32 *index;     /* location -> instructions that touch it; last: those that begin or
                        end any life; NULL before it is needed */
  VecU32 everywhere; /* instructions that may touch every location */
  Events *events;    /* by location; last: any life */
  uint32_t locations;
  Map scope_begins; /* alloca -> 1 + index into scope_lists */
  Vec(VecU32) scope_lists;
  PointsEffect **writes;   /* by instruction; NULL: not asked yet */
  bool callbacks_kept;     /* functions that unknown code may call are kept whole */
  bool everything_written; /* all that writes memory is kept */
};

static inline const Inst *slice_inst(const Slice *s, uint32_t v) {
  return &s->program->insts.data[v];
}

/* ---- mark.c ---- */

void slice_mark_exec(Slice *s, Val v);
void slice_mark_full(Slice *s, Val v);
/* As a check: whether the objects accessed are alive matters. */
void slice_mark_access(Slice *s, Val v);
void slice_mark_returns(Slice *s, Fn fn);
/* Until nothing changes. */
void slice_mark_close(Slice *s);
/* The pointer operands of an instruction that accesses memory: returns their number. */
uint32_t slice_access_operands(uint8_t op, uint32_t operands[2]);

/* ---- memory.c ---- */

/* Everything that may have written what `at` reads. */
void slice_memory_need_read(Slice *s, Val at);
/* The content of the blocks that this operand of `at` may mean. */
void slice_memory_need_content(Slice *s, Val at, uint32_t operand);
/* Everything that may have begun or ended the life of what this operand means. */
void slice_memory_need_life(Slice *s, Val at, uint32_t operand);
void slice_memory_need_any(Slice *s);
/* Follows what was asked for. */
void slice_memory_close(Slice *s);
const PointsEffect *slice_memory_writes(Slice *s, Val v);
bool slice_ranges_overlap(const PointsRange *a, const PointsRange *b);

/* Whether the function or what it calls writes, makes or ends objects of the location;
 * IR_NONE: makes or ends any. */
bool slice_memory_function_touches(Slice *s, uint32_t fn, uint32_t location);

/* ---- events.c ---- */

/* IR_NONE: whatever begins or ends a life. */
const Events *slice_events_of(Slice *s, uint32_t location);
/* How many come before this instruction in the program's text. */
uint32_t slice_events_before(const Events *e, uint32_t inst);

/* ---- ends.c ---- */

/* Which functions and loops may not end. */
void slice_ends_compute(Slice *s);
/* Whether control may not come to what follows the instruction (no terminator). */
bool slice_ends_may_stop(const Slice *s, Val v);

/* ---- control.c ---- */

Graph *slice_control_graph(Slice *s, Fn fn);
/* Marks the branches on which needed nodes depend; sets the labels. */
void slice_control_close(Slice *s, Fn fn);

/* ---- leak.c ---- */

/* What decides whether the open leak checks of the ledger hold. */
void slice_leak_mark(Slice *s, const Ledger *ledger);

#endif
