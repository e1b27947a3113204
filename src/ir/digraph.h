/* Directed graphs on 0 .. count-1 in flat arrays, and the three algorithms that blocks
 * and functions share: reverse postorder, strongly connected components, dominators. All
 * are iterative (no depth limit) and linear, dominators near-linear. */
#ifndef BELAY_IR_DIGRAPH_H
#define BELAY_IR_DIGRAPH_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/vec.h"

#define DIGRAPH_NONE UINT32_MAX

/* Rows of numbers: row r is items[start[r] .. start[r + 1]). */
typedef struct Rows {
  uint32_t *start; /* one more than there are rows */
  uint32_t *items;
} Rows;

/* One row, to walk over. */
typedef struct Row {
  const uint32_t *items;
  uint32_t len;
} Row;

static inline Row rows_at(const Rows *rows, uint32_t r) {
  return (Row){rows->items + rows->start[r], rows->start[r + 1] - rows->start[r]};
}
/* Pairs (from[i], to[i]) by rising `from`, the order inside a row kept. */
Rows rows_new(Arena *arena, uint32_t rows, const uint32_t *from, const uint32_t *to,
              uint32_t pairs);

typedef struct DigraphEdge {
  uint32_t from, to;
} DigraphEdge;

typedef Vec(DigraphEdge) DigraphEdges;

typedef struct Digraph {
  uint32_t count;
  Rows succs, preds; /* parallel edges are kept; preds are by rising source */
} Digraph;

Digraph digraph_new(Arena *arena, uint32_t count, const DigraphEdges *edges);
/* The same arrays with the edges turned around. */
Digraph digraph_reversed(const Digraph *graph);

/* What a depth-first walk from `root` saw; unreached nodes have DIGRAPH_NONE. */
typedef struct DigraphOrder {
  uint32_t *order;    /* reverse postorder: order[0] is the root */
  uint32_t *position; /* node -> its place in `order` */
  uint32_t reached;
} DigraphOrder;

DigraphOrder digraph_order(Arena *arena, const Digraph *graph, uint32_t root);

/* Strongly connected components, numbered bottom-up: an edge between two of them goes
 * from the larger to the smaller number. */
typedef struct DigraphComponents {
  uint32_t count;
  uint32_t *of; /* node -> component */
  Rows members; /* nodes by rising number */
  bool *cyclic; /* component has an edge inside */
} DigraphComponents;

DigraphComponents digraph_components(Arena *arena, const Digraph *graph);

/* The dominator tree of what `root` reaches. */
typedef struct DigraphTree {
  uint32_t count, root;
  uint32_t *parent; /* immediate dominator; DIGRAPH_NONE for the root and the unreached */
  uint32_t *pre,
    *last; /* preorder number, and the largest one below; 0 and 0: unreached */
  Rows children;
} DigraphTree;

DigraphTree digraph_dominators(Arena *arena, const Digraph *graph, uint32_t root);
static inline bool digraph_tree_has(const DigraphTree *tree, uint32_t node) {
  return tree->pre[node] != 0;
}
/* a lies on the tree path from the root to b, both ends included. */
static inline bool digraph_tree_above(const DigraphTree *tree, uint32_t a, uint32_t b) {
  return tree->pre[a] && tree->pre[a] <= tree->pre[b] && tree->pre[b] <= tree->last[a];
}

#endif
