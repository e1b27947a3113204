/* The control-flow graph of one function: blocks by their local number (block id -
 * function.first_block), reverse postorder, and which block can follow which. */
#ifndef BELAY_IR_CFG_H
#define BELAY_IR_CFG_H

#include "base/bitset.h"
#include "ir/digraph.h"
#include "ir/ir.h"

typedef struct Cfg {
  const Program *program;
  Fn fn;
  uint32_t first, count; /* block ids first .. first + count */
  Digraph graph;         /* on local numbers, edges in the terminators' order */
  DigraphOrder rpo;      /* from the entry, local number 0 */
  Arena *arena;
  DigraphComponents *components; /* made by the first cfg_reaches */
  Bitset **reach;                /* component -> components below it; made on demand */
} Cfg;

/* requires: the function has a body. */
Cfg *cfg_new(const Program *p, Fn fn, Arena *arena);

static inline uint32_t cfg_local(const Cfg *cfg, Blk b) { return b.id - cfg->first; }
static inline Blk cfg_block(const Cfg *cfg, uint32_t local) {
  return local == DIGRAPH_NONE ? BLK_NONE : (Blk){cfg->first + local};
}

/* Whether a path of one edge or more leads from the first to the second. The first
 * question about a source costs time linear in the function, the next ones about it none.
 */
bool cfg_reaches(Cfg *cfg, Blk from, Blk to);
/* Whether `to` can be executed after `from` in the same call of the function. */
bool cfg_inst_reaches(Cfg *cfg, Val from, Val to);

#define cfg_each_rpo(cfg, b)  \
  for (uint32_t b##_i = 0, b; \
       b##_i < (cfg)->rpo.reached && (b = (cfg)->rpo.order[b##_i], true); b##_i++)

#endif
