/* Phis become moves on the edges. All phis of a block read before any of them writes, so
 * the moves are put in an order in which no one overwrites what another still needs; a
 * cycle is opened with one more register. */
#include "ir/interp_code.h"

/* Which predecessor entry of the target stands for this edge: the k-th of `from` if this
 * is the k-th edge from there. */
static uint32_t predecessor_index(const Decoder *d, const Block *from, Blk from_id,
                                  const Block *to, uint32_t n) {
  Blk target = ir_succ(d->p, from, n);
  uint32_t earlier = 0;
  for (uint32_t i = 0; i < n; i++) earlier += ir_succ(d->p, from, i).id == target.id;
  for (uint32_t i = 0; i < to->pred_count; i++)
    if (ir_pred(d->p, to, i).id == from_id.id && earlier-- == 0) return i;
  return 0;
}

typedef Vec(Move) Moves;

static void collect(const Decoder *d, const Block *to, uint32_t pred, Moves *moves) {
  ir_each_inst(to, v) {
    const Inst *phi = ir_inst(d->p, v);
    if (phi->op != OP_PHI) break;
    Val source = ir_arg(d->p, phi, pred);
    Move move = {.dest = decoder_place(d, v), .inst = v.id};
    move.undef = val_is_const(source) && ir_const(d->p, source)->kind == CONST_UNDEF;
    move.wide = ir_type_bits(d->p, phi->type) > 64;
    if (!move.undef) move.source = decoder_place(d, source);
    if (move.undef || move.source != move.dest) vec_push(d->arena, moves, move);
  }
}

static bool is_source(const Moves *moves, int32_t slot, uint32_t but) {
  for (uint32_t i = 0; i < moves->len; i++)
    if (i != but && !moves->data[i].undef && moves->data[i].source == slot) return true;
  return false;
}

static void take(Decoder *d, Moves *moves, uint32_t i) {
  vec_push(d->arena, &d->moves, moves->data[i]);
  moves->len--;
  for (; i < moves->len; i++) moves->data[i] = moves->data[i + 1];
}

/* Only cycles are left: what the first move would overwrite is kept aside. */
static void open_cycle(Decoder *d, Moves *moves) {
  int32_t slot = moves->data[0].dest;
  Move keep = {
    .dest = d->swap_slot, .source = slot, .inst = moves->data[0].inst, .wide = true};
  vec_push(d->arena, &d->moves, keep);
  for (uint32_t i = 0; i < moves->len; i++)
    if (!moves->data[i].undef && moves->data[i].source == slot)
      moves->data[i].source = d->swap_slot;
}

static void order(Decoder *d, Moves *moves) {
  while (moves->len) {
    uint32_t i = 0;
    while (i < moves->len && is_source(moves, moves->data[i].dest, i)) i++;
    if (i < moves->len)
      take(d, moves, i);
    else
      open_cycle(d, moves);
  }
}

uint32_t decoder_add_edge(Decoder *d, const Block *from, Blk from_id, uint32_t n) {
  Blk target = ir_succ(d->p, from, n);
  const Block *to = ir_block(d->p, target);
  Moves moves = {0};
  Edge edge = {.moves = d->moves.len};
  collect(d, to, predecessor_index(d, from, from_id, to, n), &moves);
  order(d, &moves);
  edge.move_count = d->moves.len - edge.moves;
  vec_push(d->arena, &d->edges, edge);
  vec_push(d->arena, &d->edge_blocks, target.id - d->function->first_block);
  return d->edges.len - 1;
}
