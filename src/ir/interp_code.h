/* The decoder's state, for interp_code.c and interp_edges.c. */
#ifndef BELAY_IR_INTERP_CODE_H
#define BELAY_IR_INTERP_CODE_H

#include "ir/interp_state.h"

typedef struct Decoder {
  const Program *p;
  const Function *function;
  Arena *arena;
  int32_t *slots;        /* register of each value, by local number; -1 for none */
  uint32_t *parts;       /* results of each call beyond the first one that are used */
  bool *scoped;          /* allocas that have a scope.begin */
  uint32_t *block_start; /* index into code, by local number */
  uint32_t slot_count;
  int32_t swap_slot;  /* for phis that exchange values */
  int32_t undef_slot; /* registers for undefined operands start here */
  int32_t undef_used; /* by the instruction being decoded */
  Vec(Code) code;
  Vec(Edge) edges;
  Vec(uint32_t) edge_blocks; /* target of each edge, by local number */
  Vec(Move) moves;
  Vec(int32_t) lists;
  Vec(SwitchCase) cases;
} Decoder;

static inline uint32_t decoder_local(const Decoder *d, Val v) {
  return v.id - d->function->first;
}
/* Register or constant; undefined constants are not allowed here. */
static inline int32_t decoder_place(const Decoder *d, Val v) {
  return val_is_const(v) ? ~(int32_t)val_const_index(v) : d->slots[decoder_local(d, v)];
}

/* The edge from a block to its n-th successor, with the moves of the phis there. */
uint32_t decoder_add_edge(Decoder *d, const Block *from, Blk from_id, uint32_t n);

#endif
