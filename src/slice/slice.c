/* Computing a slice: criterion in, marks out; and the questions about it. */
#include "slice/slicer.h"

/* ---- set-up ---- */

static void note_inst(Slice *s, FnState *state, Val v) {
  const Inst *inst = ir_inst(s->program, v);
  if (inst->op == OP_RET) vec_push(s->arena, &state->rets, v.id);
  if (inst->op == OP_STACK_RESTORE) vec_push(s->arena, &state->restores, v.id);
  if (inst->op != OP_SCOPE_BEGIN) return;
  uint64_t *list = map_at(s->arena, &s->scope_begins, ir_arg(s->program, inst, 0).id);
  if (!*list) {
    vec_push(s->arena, &s->scope_lists, (VecU32){0});
    *list = s->scope_lists.len;
  }
  vec_push(s->arena, &s->scope_lists.data[*list - 1], v.id);
}

static Slice *slice_new(const Program *p, const Points *points,
                        const SliceCriterion *criterion, Arena *arena) {
  Slice *s = arena_new_object(arena, Slice);
  CallResolver resolver = points_resolver(points);
  *s = (Slice){.arena = arena, .program = p, .points = points, .criterion = criterion};
  s->calls = callgraph_new(p, arena, &resolver);
  s->fns = arena_new_array(arena, FnState, p->functions.len + 1);
  s->exec = bitset_new(arena, p->insts.len + 1);
  s->full = bitset_new(arena, p->insts.len + 1);
  s->watched = bitset_new(arena, p->insts.len + 1);
  s->writes = arena_new_array(arena, PointsEffect *, p->insts.len + 1);
  ir_each_function(p, f) ir_each_block(p, ir_function(p, f), b)
    ir_each_inst(ir_block(p, b), v) note_inst(s, &s->fns[f.id], v);
  slice_ends_compute(s);
  return s;
}

/* ---- the criterion ---- */

static void mark_check(Slice *s, const Check *check) {
  if (check->status != CHECK_OPEN || !points_reached(s->points, check->at)) return;
  switch (check->kind) {
  case CHECK_LOST:
  case CHECK_CLEANUP: break;
  case CHECK_OVERFLOW: slice_mark_full(s, check->at); break;
  default: slice_mark_access(s, check->at);
  }
}

/* Whether these are reached is part of a verdict, too. */
static void mark_unknown_code(Slice *s) {
  for (uint32_t i = 0; i < s->calls->sites.len; i++) {
    const CallSite *site = &s->calls->sites.data[i];
    if (site->unknown && points_reached(s->points, site->call))
      slice_mark_exec(s, site->call);
  }
  for (uint32_t v = 0; v < s->program->insts.len; v++)
    if (slice_inst(s, v)->op == OP_OPAQUE && points_reached(s->points, (Val){v}))
      slice_mark_exec(s, (Val){v});
}

static void mark_ledger(Slice *s, const Ledger *ledger) {
  for (uint32_t i = 0; i < ledger->checks.len; i++)
    mark_check(s, &ledger->checks.data[i]);
  mark_unknown_code(s);
  slice_leak_mark(s, ledger);
}

/* Labels are those of the last pass, when nothing was added any more. */
Slice *slice_compute(const Program *p, const Points *points,
                     const SliceCriterion *criterion, Arena *arena) {
  Slice *s = slice_new(p, points, criterion, arena);
  for (uint32_t i = 0; i < criterion->inst_count; i++) {
    slice_mark_access(s, criterion->insts[i]);
    slice_mark_full(s, criterion->insts[i]);
  }
  if (criterion->ledger) mark_ledger(s, criterion->ledger);
  slice_mark_close(s);
  return s;
}

/* ---- questions ---- */

bool slice_has(const Slice *slice, Val inst) {
  return val_is_inst(inst) && bitset_has(&slice->exec, inst.id);
}

bool slice_has_value(const Slice *slice, Val inst) {
  return val_is_inst(inst) && bitset_has(&slice->full, inst.id);
}

static bool callee_needs(const Slice *s, Val call, uint32_t argument) {
  const CallSite *site = callgraph_site(s->calls, call);
  if (site->unknown) return true;
  for (uint32_t i = 0; i < site->callees.len; i++) {
    const Function *f = &s->program->functions.data[site->callees.data[i]];
    if (argument < f->params.len && bitset_has(&s->exec, f->first + argument))
      return true;
    if (argument < f->params.len || !(f->flags & FN_VARIADIC)) continue;
    for (uint32_t v = f->first; v < f->first + f->inst_count; v++)
      if (slice_inst(s, v)->op == OP_VARARGS && bitset_has(&s->exec, v)) return true;
  }
  return false;
}

bool slice_needs_operand(const Slice *s, Val v, uint32_t operand) {
  const Inst *inst = ir_inst(s->program, v);
  switch (inst->op) {
  case OP_STORE: return operand == 1 || slice_has_value(s, v);
  case OP_FILL: return operand != 1 || slice_has_value(s, v);
  case OP_EXIT: return slice_has_value(s, v);
  case OP_HOLD: {
    Val held = ir_arg(s->program, inst, operand);
    return val_is_inst(held) && slice_has(s, held);
  }
  case OP_RET:
    return operand < 64 && s->fns[ir_fn_of(s->program, v).id].results >> operand & 1;
  case OP_CALL: return operand == 0 || callee_needs(s, v, operand - 1);
  default: return true;
  }
}

uint32_t slice_count(const Slice *s) {
  uint32_t count = 0;
  bitset_each(&s->exec, v) count += slice_inst(s, v)->op != OP_PARAM;
  return count;
}

/* ---- where control goes ---- */

static bool follow(const Slice *s, const Graph *g, uint32_t node, Blk *next,
                   bool *returns) {
  const FnState *state = &s->fns[g->fn.id];
  uint32_t label = g->label[node];
  *returns = !state->returns;
  for (uint32_t i = 0; g->fn.id == s->program->entry.id && i < state->rets.len; i++)
    if (bitset_has(&s->exec, state->rets.data[i])) *returns = false;
  if (label == NODE_NONE) return false;
  next->id = g->nodes[label].block;
  return true;
}

static const Graph *graph_of(const Slice *s, Blk block) {
  return s->fns[ir_block(s->program, block)->fn.id].graph;
}

static uint32_t first_node(const Slice *s, const Graph *g, Blk block) {
  return g->block_node[block.id - ir_function(s->program, g->fn)->first_block];
}

bool slice_target(const Slice *s, Blk block, Blk *next, bool *returns) {
  const Graph *g = graph_of(s, block);
  *returns = true;
  return g && follow(s, g, first_node(s, g, block), next, returns);
}

bool slice_continuation(const Slice *s, Blk block, Blk *next, bool *returns) {
  const Graph *g = graph_of(s, block);
  uint32_t node = first_node(s, g, (Blk){block.id + 1});
  while (!g->nodes[node - 1].needed) node--;
  return follow(s, g, node, next, returns);
}

bool slice_has_block(const Slice *s, Blk block) {
  const Graph *g = graph_of(s, block);
  if (!g) return false;
  for (uint32_t n = first_node(s, g, block); n < first_node(s, g, (Blk){block.id + 1});
       n++)
    if (g->nodes[n].needed) return true;
  return false;
}

/* ---- for engines ---- */

Program *slice_program(const Program *p, const Points *points,
                       const SliceCriterion *criterion, Arena *arena) {
  return slice_build(slice_compute(p, points, criterion, arena), arena);
}

const Program *slice_for_ledger(const Program *p, const Ledger *ledger, Arena *arena,
                                bool malloc_may_fail) {
  PointsOptions options = {.malloc_may_fail = malloc_may_fail};
  SliceCriterion criterion = {.ledger = ledger};
  if (p->entry.id == IR_NONE) return NULL;
  Points *points = points_analyse(p, arena, &options);
  Slice *slice = slice_compute(p, points, &criterion, arena);
  Program *sliced = slice_build(slice, arena);
  return sliced->insts.len < p->insts.len ? sliced : NULL;
}
