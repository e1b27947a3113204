/* The loops of one function as a forest. A loop is a strongly connected part of the
 * control-flow graph; its header is the block through which it is entered, and inside it
 * the loops are those of the part without the edges to the header. For reducible code
 * these are the natural loops, those of one header taken together. A loop with several
 * entries is flagged irreducible: its header is the entry that is first in reverse
 * postorder, which does not dominate it. Blocks by local number (block id -
 * function.first_block). */
#ifndef BELAY_IR_LOOPS_H
#define BELAY_IR_LOOPS_H

#include "ir/cfg.h"

#define LOOP_NONE UINT32_MAX

typedef struct LoopExit {
  uint32_t from; /* in the loop */
  uint32_t succ; /* the exit edge is from's succ-th */
  uint32_t to;   /* not in the loop */
} LoopExit;

typedef struct Loop {
  uint32_t header;
  uint32_t parent; /* the loop around it; LOOP_NONE for an outermost one */
  uint32_t depth;  /* 1 for an outermost one */
  bool irreducible;
  VecU32 members; /* all blocks, those of inner loops too, in reverse postorder */
  VecU32 latches; /* members with an edge to the header */
  VecU32 entries; /* members with an edge from outside; just the header when reducible */
  Vec(LoopExit) exits; /* by member, then successor */
} Loop;

typedef struct Loops {
  const Cfg *cfg;
  Vec(Loop) loops;   /* an outer loop before its inner ones */
  uint32_t *loop_of; /* block -> innermost loop, or LOOP_NONE */
} Loops;

Loops *loops_new(const Cfg *cfg, Arena *arena);

/* The innermost loop of a block; LOOP_NONE when it is in none. */
static inline uint32_t loops_of(const Loops *loops, Blk b) {
  return loops->loop_of[cfg_local(loops->cfg, b)];
}
/* 0 outside of all loops. */
uint32_t loops_depth(const Loops *loops, Blk b);
bool loops_contains(const Loops *loops, uint32_t loop, Blk b);
bool loops_is_header(const Loops *loops, Blk b);
/* The one block outside the loop that leads to the header; BLK_NONE if there are several.
 */
Blk loops_preheader(const Loops *loops, uint32_t loop);

#endif
