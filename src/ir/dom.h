/* Dominators and post-dominators of one function, and classical control dependence.
 * Blocks by local number (block id - function.first_block); every question is O(1) or the
 * length of its answer.
 *
 * Post-dominators need one exit. The virtual exit, local number `count`, follows every
 * block without successors (ret, exit, abort, unreachable). Blocks that cannot reach such
 * a block run into a loop without exit: of each closed one (a strongly connected
 * component that no edge leaves) the block that is first in reverse postorder, its
 * header, gets an additional edge to the virtual exit, as if the loop could stop there.
 * So the tree contains every block, and the body of an endless loop is control dependent
 * on its header. It follows that control dependence here says nothing about whether
 * control arrives at all: what comes after a loop that may not end does not depend on the
 * loop. */
#ifndef BELAY_IR_DOM_H
#define BELAY_IR_DOM_H

#include "ir/cfg.h"

typedef struct Dom {
  const Cfg *cfg;
  bool post;
  Digraph graph;    /* post: the edges turned around, and the virtual exit */
  DigraphTree tree; /* parent[b] is the immediate (post-)dominator of b */
  Rows frontier;    /* made by dom_frontier */
  bool has_frontier;
} Dom;

Dom *dom_new(const Cfg *cfg, Arena *arena);
Dom *dom_new_post(const Cfg *cfg, Arena *arena);

/* Reflexive. Post: every way from b to the exit passes a. False for unreachable blocks.
 */
static inline bool dom_dominates(const Dom *dom, Blk a, Blk b) {
  return digraph_tree_above(&dom->tree, a.id - dom->cfg->first, b.id - dom->cfg->first);
}
/* BLK_NONE for the entry; post: for blocks whose next one is the virtual exit. */
Blk dom_immediate(const Dom *dom, Blk b);
/* The value (parameter or instruction) is computed before `at` on every way to it. */
bool dom_value_at(const Dom *dom, Val value, Val at);
/* The last block that dominates both; BLK_NONE when that is the virtual exit. */
Blk dom_common(const Dom *dom, Blk a, Blk b);
/* Where the dominance of b ends: local block numbers, rising. Never the virtual exit. */
Row dom_frontier(Dom *dom, Arena *arena, Blk b);

/* b is executed depending on which way `branch` goes: going to its succ-th successor
 * leads to b for certain (if control goes on at all), some other one does not. */
typedef struct ControlEdge {
  uint32_t branch; /* local block number */
  uint32_t succ;
} ControlEdge;

typedef struct ControlDeps {
  const Cfg *cfg;
  uint32_t *start; /* block b depends on edges[start[b] .. start[b + 1]) */
  ControlEdge *edges;
  Rows dependents; /* branch block -> blocks that depend on it, rising, each once */
} ControlDeps;

/* requires: post from dom_new_post. */
ControlDeps *control_deps_new(const Dom *post, Arena *arena);

#endif
