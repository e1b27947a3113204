/* How far each block is from a check that is still open, in blocks, through calls: what
 * guides the search for errors. A block from which none is reached before the function
 * returns counts from where its caller goes on. */
#include "symbolic/exec.h"

enum { FAR = 1 << 20, RETURN_COST = 2 };

static void mark_checks(Exec *x) {
  const Ledger *ledger = x->run->ledger;
  Map open = {0};
  for (CheckId c = {0}; c.id < ledger->checks.len; c.id++)
    if (ledger_check(ledger, c)->status == CHECK_OPEN)
      map_set(x->arena, &open, ledger_check(ledger, c)->at.id, 1);
  for (uint32_t v = 0; v < x->program->insts.len; v++) {
    const Inst *i = &x->program->insts.data[v];
    if (map_has(&open, i->origin.id)) x->distance[i->block.id] = 0;
  }
}

/* The least way on from a block: into a function that it calls, or to a block behind it.
 */
static uint32_t way_on(const Exec *x, const Block *b) {
  uint32_t least = FAR;
  ir_each_inst(b, v) {
    const Inst *i = ir_inst(x->program, v);
    Fn callee = i->op == OP_CALL ? ir_direct_callee(x->program, i) : FN_NONE;
    if (callee.id == IR_NONE || !ir_function_has_body(ir_function(x->program, callee)))
      continue;
    uint32_t inside = x->distance[ir_function(x->program, callee)->first_block];
    if (inside < least) least = inside;
  }
  for (uint32_t k = 0; k < b->succ_count; k++) {
    uint32_t next = x->distance[ir_succ(x->program, b, k).id];
    if (next < least) least = next;
  }
  return least < FAR ? least + 1 : FAR;
}

void distance_find(Exec *x) {
  x->distance = arena_new_array(x->arena, uint32_t, x->program->blocks.len + 1);
  for (uint32_t b = 0; b < x->program->blocks.len; b++) x->distance[b] = FAR;
  mark_checks(x);
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t b = x->program->blocks.len; b-- > 0;) {
      uint32_t way = way_on(x, ir_block(x->program, (Blk){b}));
      if (way >= x->distance[b]) continue;
      x->distance[b] = way;
      changed = true;
    }
  }
}

uint32_t distance_of(const Exec *x, const SymState *s) {
  uint32_t more = 0;
  for (const SymFrame *f = s->frame; f; f = f->caller, more += RETURN_COST) {
    uint32_t from = x->distance[ir_inst(x->program, f->at)->block.id];
    if (from < FAR) return from + more;
  }
  return FAR;
}
