/* A call sees a part of the graph: what can be reached from its arguments and from
 * globals that it may name. The rest waits in the caller. Where the rest points into the
 * part, or holds the same number, the value is a register of the part's outermost frame:
 * what becomes of it during the call can be read there afterwards. */
#ifndef BELAY_SHAPE_CUT_H
#define BELAY_SHAPE_CUT_H

#include "base/bitset.h"
#include "shape/graph.h"

/* Registers of the outermost frame from here on hold the results of the call. */
#define SHAPE_RESULTS 0x10000000u

/* What identified a stack object before the part gave it a name of its own. */
typedef struct StackName {
  uint32_t source;
  uint16_t frame, born;
} StackName;

typedef struct Cut {
  Graph *part;          /* frames: values shared with the rest, registers of the callee */
  Graph *rest;          /* without what is in the part */
  VecU32 shared;        /* values of the rest, by register of the part */
  Vec(StackName) stack; /* by `born` of the part's stack objects with frame 0 */
} Cut;

/* Globals that a call may come to without a pointer in the graph. */
typedef struct NamedGlobals {
  const Bitset *named;  /* by the callee, or what it calls */
  const uint8_t *leads; /* read-only global -> it leads to others */
} NamedGlobals;

/* The innermost frame is the callee's. The part is in canonical form; both are in the
 * arena. */
void graph_cut(Arena *arena, const Graph *g, NamedGlobals globals, Cut *cut);
/* The rest and the part as it is when the call returns, the callee's frame removed.
 * `results` gets the values of the result registers, SHAPE_NONE where one is missing. */
Graph *graph_paste(Arena *arena, const Cut *cut, const Graph *part, uint32_t *results,
                   uint32_t result_count);

#endif
