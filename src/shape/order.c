/* What the analysis knows of a function before it runs: where graphs meet, in which order
 * blocks are worked on, and where registers may be forgotten. */
#include "shape/exec.h"

/* ---- order: blocks of a loop before what follows the loop ---- */

typedef struct Walk {
  const Program *p;
  const Cfg *cfg;
  const Loops *loops;
  uint8_t *seen;
  uint32_t *rank;
  uint32_t next;
} Walk;

/* Of the loops of `from`, how many the edge leaves. */
static uint32_t loops_left(const Walk *w, Blk from, Blk to) {
  uint32_t left = 0;
  for (uint32_t l = loops_of(w->loops, from); l != LOOP_NONE;
       l = w->loops->loops.data[l].parent)
    left += !loops_contains(w->loops, l, to);
  return left;
}

/* Postorder from the back; what is visited first comes last. */
static void visit(Walk *w, Blk b) {
  typedef struct Item {
    Blk block;
    uint32_t step;
  } Item;
  Arena *arena = arena_new();
  Vec(Item) stack = {0};
  w->seen[cfg_local(w->cfg, b)] = 1;
  vec_push(arena, &stack, (Item){b, 0});
  while (stack.len) {
    Item *top = &vec_last(&stack);
    const Block *block = ir_block(w->p, top->block);
    Blk chosen = BLK_NONE;
    uint32_t most = 0;
    for (uint32_t i = 0; i < block->succ_count; i++) {
      Blk s = ir_succ(w->p, block, i);
      if (w->seen[cfg_local(w->cfg, s)]) continue;
      uint32_t left = loops_left(w, top->block, s);
      if (chosen.id == IR_NONE || left > most) {
        chosen = s;
        most = left;
      }
    }
    if (chosen.id == IR_NONE) {
      w->rank[cfg_local(w->cfg, top->block)] = --w->next;
      stack.len--;
    } else {
      w->seen[cfg_local(w->cfg, chosen)] = 1;
      vec_push(arena, &stack, (Item){chosen, 0});
    }
  }
  arena_free(arena);
}

static bool is_program_end(Op op) {
  return op == OP_EXIT || op == OP_ABORT || op == OP_UNREACHABLE;
}

/* Blocks from which all ways end the program, without a loop. */
static void find_ends(const Program *p, const Function *f, FunctionInfo *info) {
  for (uint32_t k = info->cfg->rpo.reached; k-- > 0;) {
    uint32_t local = info->cfg->rpo.order[k];
    const Block *b = ir_block(p, cfg_block(info->cfg, local));
    Op op = (Op)ir_inst(p, ir_terminator(b))->op;
    bool all = b->succ_count > 0;
    for (uint32_t i = 0; i < b->succ_count; i++)
      all &= info->ends[ir_succ(p, b, i).id - f->first_block];
    info->ends[local] = is_program_end(op) || all;
  }
}

static void find_scoped(const Program *p, const Function *f, FunctionInfo *info) {
  ir_each_block(p, f, b) ir_each_inst(ir_block(p, b), v) {
    const Inst *i = ir_inst(p, v);
    if (i->op == OP_SCOPE_BEGIN) info->scoped[ir_arg(p, i, 0).id - f->first] = 1;
  }
}

FunctionInfo *shape_function(Exec *x, Fn fn) {
  FunctionInfo *info = &x->functions[fn.id];
  if (info->cfg) return info;
  const Program *p = x->program;
  const Function *f = ir_function(p, fn);
  info->cfg = cfg_new(p, fn, x->arena);
  info->loops = loops_new(info->cfg, x->arena);
  info->live = live_new(p, fn, x->arena);
  info->rank = arena_new_array(x->arena, uint32_t, f->block_count);
  info->merges = arena_new_array(x->arena, uint8_t, f->block_count);
  info->ends = arena_new_array(x->arena, uint8_t, f->block_count);
  info->scoped = arena_new_array(x->arena, uint8_t, f->inst_count + 1);
  Walk w = {p,           info->cfg,
            info->loops, arena_new_array(x->arena, uint8_t, f->block_count),
            info->rank,  f->block_count};
  visit(&w, (Blk){f->first_block});
  ir_each_block(p, f, b) {
    uint32_t local = b.id - f->first_block;
    bool entry = loops_is_header(info->loops, b);
    for (uint32_t l = 0; l < info->loops->loops.len; l++) {
      const Loop *loop = &info->loops->loops.data[l];
      for (uint32_t k = 0; loop->irreducible && k < loop->entries.len; k++)
        entry |= loop->entries.data[k] == local;
    }
    info->merges[local] = entry                            ? MERGE_LOOP
                          : ir_block(p, b)->pred_count > 1 ? MERGE_JOIN
                                                           : MERGE_NOT;
  }
  find_ends(p, f, info);
  find_scoped(p, f, info);
  return info;
}
