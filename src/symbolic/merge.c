/* Two paths become one again. Where both ways of a branch come together soon (an `if`
 * without a loop in it), both are executed up to the block where they meet; if they then
 * differ only in numbers, one state goes on in which these are if-then-else terms over
 * the branch's condition. That keeps n branches in a row from making 2^n paths.
 *
 * It does not pay for a number that is known on both ways and decides addresses or
 * branches later (a counter, an index): that stays known on two paths, until there are
 * many. Paths that made different choices, have different blocks or point to different
 * objects are not merged either. Nothing is lost when no merge happens: both states just
 * go on. */
#include "symbolic/merge.h"

#include "ir/dom.h"

enum {
  MANY_PATHS = 48,
  MAX_SIDE_STEPS = 400,
  MAX_REGION = 16,
  MAX_SUFFIX = 12,
  MAX_BYTES_DIFFERENT = 64,
  HOT_DEPTH = 4
};

/* ---- where: the block in which the ways of a branch meet ---- */

static bool region_is_small(const FunctionInfo *info, const Program *p, Blk from,
                            Blk join) {
  VecU32 seen = {0};
  uint32_t room[MAX_REGION];
  seen.data = room;
  const Block *b = ir_block(p, from);
  for (uint32_t k = 0; k < b->succ_count; k++) {
    uint32_t next = ir_succ(p, b, k).id;
    if (next != join.id && !(seen.len && room[0] == next)) room[seen.len++] = next;
  }
  for (uint32_t at = 0; at < seen.len; at++) {
    if (room[at] == from.id || loops_is_header(info->loops, (Blk){room[at]}))
      return false;
    const Block *block = ir_block(p, (Blk){room[at]});
    for (uint32_t k = 0; k < block->succ_count; k++) {
      uint32_t next = ir_succ(p, block, k).id;
      bool known = next == join.id;
      for (uint32_t n = 0; n < seen.len && !known; n++) known = room[n] == next;
      if (known) continue;
      if (seen.len == MAX_REGION) return false;
      room[seen.len++] = next;
    }
  }
  return true;
}

static void find_joins(Exec *x, Fn fn, FunctionInfo *info) {
  const Function *f = ir_function(x->program, fn);
  const Dom *post = dom_new_post(info->cfg, x->arena);
  info->joins = arena_new_array(x->arena, uint32_t, f->block_count);
  ir_each_block(x->program, f, b) {
    Blk join =
      ir_block(x->program, b)->succ_count == 2 ? dom_immediate(post, b) : BLK_NONE;
    uint32_t loop = loops_of(info->loops, b);
    bool inside = join.id != IR_NONE &&
                  (loop == LOOP_NONE || loops_contains(info->loops, loop, join));
    if (inside && loops_of(info->loops, join) != loop) inside = false;
    info->joins[b.id - f->first_block] =
      inside && region_is_small(info, x->program, b, join) ? join.id : IR_NONE;
  }
}

static Blk join_of(Exec *x, Fn fn, Blk b) {
  FunctionInfo *info = function_graphs(x, fn);
  if (!info->joins) find_joins(x, fn, info);
  return (Blk){info->joins[b.id - ir_function(x->program, fn)->first_block]};
}

/* ---- does it pay ---- */

/* Decides an address, a size or a branch, not further than some steps of arithmetic away.
 */
static bool is_hot(const Exec *x, const FunctionInfo *info, Val v, int depth) {
  if (depth == HOT_DEPTH) return true;
  const Row uses = live_uses(info->live, v);
  for (uint32_t k = 0; k < uses.len; k++) {
    const Inst *i = ir_inst(x->program, (Val){uses.items[k]});
    switch ((Op)i->op) {
    case OP_STORE:
    case OP_RET:
    case OP_OUTPUT:
    case OP_HOLD:
    case OP_ASSUME: break;
    case OP_ADD:
    case OP_SUB:
    case OP_MUL:
    case OP_AND:
    case OP_OR:
    case OP_XOR:
    case OP_SELECT:
    case OP_ZEXT:
    case OP_SEXT:
    case OP_TRUNC:
    case OP_PHI:
      if (is_hot(x, info, (Val){uses.items[k]}, depth + 1)) return true;
      break;
    default: return true;
    }
  }
  return false;
}

/* ---- merging ---- */

typedef struct Merge {
  Exec *x;
  SymState *a;       /* the condition holds; takes the result */
  const SymState *b; /* it does not */
  Term condition;
} Merge;

static bool same(SymVal a, SymVal b) {
  return a.kind == b.kind && a.bits == b.bits && a.object == b.object &&
         a.undef == b.undef;
}

/* The value on both ways; false when that is not one value. */
static bool merge_value(const Merge *m, unsigned width, SymVal a, SymVal b, SymVal *out) {
  Exec *x = m->x;
  if (sym_is_ptr(a) != sym_is_ptr(b) || a.object != b.object || a.undef != b.undef)
    return false;
  Term both = term_ite(x->terms, m->condition, sym_to_term(x->terms, a, width),
                       sym_to_term(x->terms, b, width));
  *out = sym_from_term(x->terms, both);
  if (sym_is_ptr(a)) {
    out->kind = out->kind == SYM_INT ? SYM_PTR : SYM_PTR_TERM;
    out->object = a.object;
  }
  out->undef = a.undef;
  return true;
}

static bool merge_register(const Merge *m, FunctionInfo *info, uint32_t local,
                           bool apply) {
  Exec *x = m->x;
  SymVal a = m->a->frame->regs[local], b = m->b->frame->regs[local], both;
  Val v = {ir_function(x->program, m->a->frame->fn)->first + local};
  if (same(a, b)) return true;
  bool known = a.kind != SYM_TERM && a.kind != SYM_PTR_TERM && b.kind == a.kind;
  if (!apply && known && x->pending_count < MANY_PATHS && is_hot(x, info, v, 0))
    return false;
  if (!merge_value(m, ir_type_bits(x->program, ir_inst(x->program, v)->type), a, b,
                   &both))
    return false;
  if (apply) frame_own(m->a)->regs[local] = both;
  return true;
}

static bool merge_registers(const Merge *m, Blk join, bool apply) {
  Exec *x = m->x;
  FunctionInfo *info = function_graphs(x, m->a->frame->fn);
  uint32_t first = ir_function(x->program, m->a->frame->fn)->first;
  const VecU32 *live = &info->live->in[cfg_local(info->cfg, join)];
  for (uint32_t k = 0; k < live->len; k++)
    if (!merge_register(m, info, live->data[k], apply)) return false;
  ir_each_inst(ir_block(x->program, join), v) {
    if (ir_inst(x->program, v)->op != OP_PHI) break;
    if (!merge_register(m, info, v.id - first, apply)) return false;
  }
  return true;
}

static Cell cell_at(const Object *o, uint32_t i) {
  if (o->cells && o->cells[i].value.kind != SYM_INT) return o->cells[i];
  return (Cell){sym_int(o->data[i]), 0};
}

/* With apply: the bytes of both as bytes of `to`. */
static bool merge_bytes(const Merge *m, const Object *a, const Object *b, Object *to,
                        uint32_t *different) {
  for (uint32_t i = 0; i < a->cap; i++) {
    Cell p = cell_at(a, i), q = cell_at(b, i);
    if ((a->uninit ? a->uninit[i] : INIT_YES) != (b->uninit ? b->uninit[i] : INIT_YES))
      return false;
    if (same(p.value, q.value) && p.part == q.part) continue;
    SymVal both;
    if (sym_is_ptr(p.value) || sym_is_ptr(q.value) || ++*different > MAX_BYTES_DIFFERENT)
      return false;
    if (!merge_value(m, 8, p.value, q.value, &both)) return false;
    if (to) {
      uint8_t before = to->uninit ? to->uninit[i] : INIT_YES;
      object_write(m->x, NULL, to, i, 1, 8, both);
      if (to->uninit) to->uninit[i] = before;
    }
  }
  return true;
}

static bool same_but_bytes(const Object *a, const Object *b) {
  return a->alive == b->alive && a->cap == b->cap && a->array.id == b->array.id &&
         a->written.id == b->written.id && (a->base.id == b->base.id) &&
         same(a->size, b->size) && a->kind == b->kind;
}

static bool merge_memory(const Merge *m, bool apply) {
  VecU32 ids = {0};
  uint32_t different = 0;
  memory_differences(&m->a->memory, &m->b->memory, m->x->arena, &ids);
  for (uint32_t k = 0; k < ids.len; k++) {
    const Object *a = memory_get(&m->a->memory, ids.data[k]),
                 *b = memory_get(&m->b->memory, ids.data[k]);
    if (!same_but_bytes(a, b)) return false;
    Object *to = apply ? memory_own(&m->a->memory, ids.data[k]) : NULL;
    if (!merge_bytes(m, to ? to : a, b, to, &different)) return false;
  }
  return true;
}

static const Path *common_part(const Path *a, const Path *b) {
  while (a != b) {
    if (!a || !b) return NULL;
    if (a->length >= b->length)
      a = a->parent;
    else
      b = b->parent;
  }
  return a;
}

/* All constraints after `common`, as one. */
static bool suffix(Exec *x, const Path *path, const Path *common, Term *all) {
  uint32_t count = 0;
  *all = term_bool(x->terms, true);
  for (; path != common; path = path->parent) {
    if (++count > MAX_SUFFIX) return false;
    *all = term_and(x->terms, *all, path->term);
  }
  return true;
}

static bool same_surroundings(const SymState *a, const SymState *b) {
  const SymFrame *f = a->frame, *g = b->frame;
  if (a->choices != b->choices || a->heap != b->heap || a->memory.next != b->memory.next)
    return false;
  if (f->caller != g->caller || f->fn.id != g->fn.id || f->stack.len != g->stack.len)
    return false;
  for (uint32_t k = 0; k < f->stack.len; k++)
    if (f->stack.data[k] != g->stack.data[k]) return false;
  return true;
}

static bool merge_states(Exec *x, SymState *a, const SymState *b, Term condition,
                         Blk join) {
  Merge m = {x, a, b, condition};
  const Path *common = common_part(a->path, b->path);
  Term only_a, only_b;
  if (!same_surroundings(a, b)) return false;
  if (!suffix(x, a->path, common, &only_a) || !suffix(x, b->path, common, &only_b))
    return false;
  if (!merge_registers(&m, join, false) || !merge_memory(&m, false)) return false;
  merge_registers(&m, join, true);
  merge_memory(&m, true);
  Term either = term_or(x->terms, only_a, only_b);
  Model *model = a->path->model;
  if (only_a.id == term_not(x->terms, only_b).id) either = term_bool(x->terms, true);
  a->path = model ? path_add_known(x->arena, x->terms, common, either, model)
                  : path_add(x->arena, x->terms, common, either);
  if (b->steps > a->steps) a->steps = b->steps;
  x->statistics.merges++;
  return true;
}

/* ---- running both ways ---- */

typedef enum Side { SIDE_JOINED, SIDE_STOPPED, SIDE_ENDED } Side;

static bool has_joined(const Exec *x, const SymState *s, uint32_t depth, Blk join) {
  if (s->frame->depth != depth || !s->entered) return false;
  return ir_inst(x->program, s->frame->at)->block.id == join.id;
}

static Side run_side(Exec *x, SymState *s, uint32_t depth, Blk join) {
  for (uint32_t n = 0; n < MAX_SIDE_STEPS; n++) {
    if (has_joined(x, s, depth, join)) return SIDE_JOINED;
    if (x->mode != MODE_EXPLORE && loop_entered(x, s) != LOOP_NONE) return SIDE_STOPPED;
    s->entered = false;
    x->statistics.steps++;
    if (sym_step(x, s) == STEP_END) return SIDE_ENDED;
  }
  return SIDE_STOPPED;
}

StepResult merge_branch(Exec *x, SymState *s, SymState *other, Term condition, Blk join) {
  uint32_t depth = s->frame->depth;
  Side here = run_side(x, s, depth, join);
  if (here != SIDE_JOINED) {
    state_schedule(x, other);
    return here == SIDE_ENDED ? STEP_END : STEP_STAY;
  }
  Side there = run_side(x, other, depth, join);
  if (there == SIDE_ENDED) {
    x->statistics.paths++;
    state_free(other);
  } else if (there == SIDE_JOINED && merge_states(x, s, other, condition, join)) {
    state_free(other);
  } else
    state_schedule(x, other);
  return STEP_STAY;
}

bool merge_possible(Exec *x, const SymState *s, Blk b, Blk *join) {
  *join = join_of(x, s->frame->fn, b);
  return join->id != IR_NONE;
}
