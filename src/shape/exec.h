/* The analysis: sets of memory graphs at program points, and what instructions do to
 * them. A graph that an instruction needs to know more about is split: each part is put
 * on the list of work at the same instruction and executed again. */
#ifndef BELAY_SHAPE_EXEC_H
#define BELAY_SHAPE_EXEC_H

#include "ir/cfg.h"
#include "ir/live.h"
#include "ir/loops.h"
#include "ledger/engine.h"
#include "shape/cut.h"
#include "shape/join.h"
#include "shape/reads.h"
#include "shape/watch.h"

typedef struct FunctionInfo {
  Cfg *cfg;
  Loops *loops;
  Live *live;
  uint32_t *rank;  /* local block -> place in the order of work */
  uint8_t *merges; /* local block -> MERGE_* */
  uint8_t *ends;   /* local block -> all ways from here end the program soon */
  uint8_t *scoped; /* local value -> an alloca with scope.begin */
  bool recursive;  /* it was seen to call itself */
  VecU32 contexts; /* in which it was called, see CallContext */
} FunctionInfo;

enum { MERGE_NOT, MERGE_JOIN, MERGE_LOOP };

/* Who waits for a call to return. */
typedef struct Caller {
  uint32_t context;
  Val call;
  Cut cut;
} Caller;

/* A function called with one part of a graph. */
typedef struct CallContext {
  uint32_t parent; /* of the first call; SHAPE_NONE for the entry of the program */
  Val call;        /* the first one */
  Fn fn;
  uint32_t depth;
  VecU32 path;       /* ranks of the first calls, outermost first */
  Graph *entry;      /* what it is called with */
  uint64_t likeness; /* of the entry, see PointState */
  uint32_t exits;    /* the point where the graphs it returns are kept */
  bool may_exit;     /* the program may end during the call */
  Vec(Caller) callers;
} CallContext;

typedef struct PointState {
  Graph *g;
  uint64_t likeness; /* of graphs that differ in numbers alone */
  bool done, dead;
} PointState;

typedef struct Point {
  uint32_t context;
  Val at;
  uint8_t merge;
  bool returns; /* the graphs go back to the callers, there is no instruction */
  VecU32 path;  /* where it is in the order of work */
  Vec(PointState) states;
  uint32_t live, pending;
  uint32_t visits;
} Point;

typedef struct Work {
  Graph *g;
  Val at;
} Work;

/* How much is kept apart; one run of the analysis has one of these. */
typedef struct Precision {
  uint32_t blocks;     /* more heap objects: nodes with different numbers may be merged */
  uint32_t apart;      /* more graphs at a point: the same */
  uint32_t exact;      /* more graphs at a point: they are joined with less care */
  uint32_t alike;      /* the same for graphs that differ in numbers alone */
  int64_t exact_bound; /* numbers up to this size are kept apart */
  bool same_sites;     /* only nodes that one instruction may have made are merged */
  bool forgets;        /* what nobody was seen to read in a block is forgotten */
  uint32_t nodes;      /* fewer do not become a list; 0: as anywhere else */
} Precision;

typedef struct Exec {
  EngineRun *run;
  const Precision *precision;
  double stop_at;   /* of the seconds that are left */
  double clock_end; /* outside of a child: when this process is to stop; 0: never */
  const Program *program;
  unsigned pointer_bits, pointer_bytes;
  Arena *arena, *scratch;
  SiteSets *sites;
  Reads *reads;            /* of all runs */
  bool restart;            /* something was forgotten that is read */
  FunctionInfo *functions; /* made on demand */
  Bitset *named;           /* by function: globals it or what it calls names */
  uint8_t *leads;          /* by global: read-only, and leads to one that is not */
  bool started;            /* all globals that may be used are in the graph */
  Vec(CallContext) contexts;
  Vec(Point) points;
  Map point_of;  /* context << 32 | instruction */
  VecU32 active; /* points with states to do */
  Vec(Work) work;
  uint8_t *failed;     /* by check */
  const char *gave_up; /* why nothing is closed; NULL: the analysis is complete */
  Val gave_up_at;
  bool interrupted;
  JoinOptions join;
  uint32_t lengths[3]; /* EngineOptions.list_lengths */
  Vec(int64_t) thresholds, landmarks;
  Watch *watch; /* NULL: nobody looks */
  uint64_t steps, states, joins;
} Exec;

/* ---- what files of the engine share ---- */

void shape_prune(Exec *x, Graph *g, Val at);
/* Behind `at`, a hold or its call: registers that hold nothing, should the run end. */
void shape_hold(Exec *x, Graph *g, Val hold, Val at);
Graph *shape_collect(Exec *x, Graph *g);
uint32_t shape_rank(Exec *x, Val at);
Graph *shape_abstract(Exec *x, Graph *g);
void shape_join_precisely(Exec *x);
void shape_join_numbers(Exec *x);
void shape_find_globals(Exec *x);
/* Where the graphs of a context that returned are kept. */
uint32_t shape_exit_point(Exec *x, uint32_t context);
void shape_arrive_exit(Exec *x, Graph *g);
void shape_give_back(Exec *x, uint32_t context, const Graph *exit);
void shape_note_exit(Exec *x, uint32_t context);
void shape_end_program(Exec *x, Graph *g, bool cleanup);

Graph *shape_try_join(Exec *x, const Graph *old, const Graph *new, JoinStatus *status);
/* The instruction is watched, and about to be executed. */
void shape_note(Exec *x, const Graph *g, Val at);

/* In debug builds: panics when the graph is inconsistent. */
void shape_check_graph(const Graph *g, const char *after, Val at);

FunctionInfo *shape_function(Exec *x, Fn fn);
void shape_push(Exec *x, Graph *g, Val at);
static inline Graph *shape_fork(Exec *x, const Graph *g) {
  return graph_copy(x->scratch, g);
}
void shape_fail(Exec *x, CheckKind kind, Val at);
void shape_give_up(Exec *x, Val at, const char *reason);
/* The path ends here; blocks that nobody reaches are lost. */
void shape_end_path(Exec *x, Graph *g);

uint32_t shape_operand(Exec *x, Graph *g, Val v);
void shape_set(Exec *x, Graph *g, Val inst, uint32_t value);
uint32_t shape_unknown(Exec *x, Graph *g, Type type);
void shape_type_range(const Exec *x, Type type, int64_t *lo, int64_t *hi);
uint32_t shape_global_object(Exec *x, Graph *g, uint32_t index);

/* Execute one instruction; false when the graph is finished with (it ended, or was split
 * and put on the list of work). */
bool shape_value(Exec *x, Graph *g, Val at);
bool shape_compare(Exec *x, Graph *g, Val at);
bool shape_memory(Exec *x, Graph *g, Val at);
bool shape_call(Exec *x, Graph *g, Val at);
void shape_return(Exec *x, Graph *g, Val at);

/* Takes the first node out of what an address means, or splits, until it is a region.
 * False: split. */
bool shape_concretise(Exec *x, Graph *g, Val at, uint32_t value);
/* The graph goes on at this instruction, perhaps joined with others. */
void shape_arrive(Exec *x, Graph *g, Val at, uint8_t merge);
void shape_run(Exec *x);

#endif
