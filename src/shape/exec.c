/* Executing instructions on memory graphs: control flow and the main loop. */
#include "shape/exec.h"

#include <time.h>

#include "base/log.h"
#include "base/panic.h"
#include "shape/text.h"

enum { STEPS_A_LOOK = 256, MAX_GRAPHS = 200000 };
static const size_t max_memory = (size_t)2600 << 20;

bool shape_next(Exec *x);

void shape_push(Exec *x, Graph *g, Val at) {
  vec_push(x->scratch, &x->work, (Work){g, at});
}

void shape_fail(Exec *x, CheckKind kind, Val at) {
  CheckId id = ledger_find(x->run->ledger, kind, at);
  if (id.id == IR_NONE || x->failed[id.id]) return;
  x->failed[id.id] = 1;
  LOG(SHAPE, "check %u fails at %s", id.id,
      ir_pos_text(x->program, ir_inst(x->program, at)->pos, x->scratch));
}

void shape_give_up(Exec *x, Val at, const char *reason) {
  if (x->gave_up) return;
  x->gave_up = reason;
  x->gave_up_at = at;
}

/* ---- control ---- */

/* The graph goes along the n-th edge. */
static void go(Exec *x, Graph *g, const Block *from, uint32_t n) {
  const Program *p = x->program;
  Blk to = ir_succ(p, from, n);
  const Block *b = ir_block(p, to);
  /* Which of the target's edges it is: the n-th successor among equal ones. */
  uint32_t same = 0, edge = 0;
  Blk self = ir_inst(p, ir_terminator(from))->block;
  for (uint32_t i = 0; i < n; i++) same += ir_succ(p, from, i).id == to.id;
  for (uint32_t i = 0; i < b->pred_count; i++)
    if (ir_pred(p, b, i).id == self.id && same-- == 0) {
      edge = i;
      break;
    }
  VecU32 values = {0};
  uint32_t phis = 0;
  for (; ir_inst(p, ir_block_inst(b, phis))->op == OP_PHI; phis++) {
    const Inst *phi = ir_inst(p, ir_block_inst(b, phis));
    vec_push(x->scratch, &values, shape_operand(x, g, ir_arg(p, phi, edge)));
  }
  for (uint32_t i = 0; i < phis; i++)
    shape_set(x, g, ir_block_inst(b, i), values.data[i]);
  const FunctionInfo *info = shape_function(x, b->fn);
  shape_arrive(x, g, ir_block_inst(b, phis), info->merges[cfg_local(info->cfg, to)]);
}

static void branch(Exec *x, Graph *g, Val at, const Block *b) {
  Val condition = ir_arg(x->program, ir_inst(x->program, at), 0);
  uint32_t value = shape_operand(x, g, condition);
  const ShapeValue *v = graph_value(g, value);
  if (v->kind == VALUE_INT && v->lo == 0 && v->hi == 1) {
    Graph *other = shape_fork(x, g);
    if (val_is_inst(condition)) {
      graph_value(g, value)->lo = 1;
      graph_value(other, value)->hi = 0;
    }
    go(x, other, b, 1);
    go(x, g, b, 0);
    return;
  }
  go(x, g, b, v->lo != 0 ? 0 : 1);
}

static void switch_on(Exec *x, Graph *g, Val at, const Block *b) {
  const Program *p = x->program;
  const Inst *i = ir_inst(p, at);
  uint32_t value = shape_operand(x, g, ir_arg(p, i, 0));
  bool is_int = !value_is_address(graph_value(g, value));
  bool inst = val_is_inst(ir_arg(p, i, 0)), left = true;
  for (uint32_t k = 1; k < i->arg_count; k++) {
    int64_t number;
    if (!ir_const_int(p, ir_arg(p, i, k), &number)) continue;
    if (ir_type_bits(p, ir_type(p, ir_arg(p, i, 0))) == 1) number &= 1;
    const ShapeValue *v = graph_value(g, value);
    if (is_int && (number < v->lo || number > v->hi)) continue;
    if (is_int && graph_are_unequal(g, value, graph_int(g, number))) continue;
    if (is_int && value_is_exact(v)) {
      go(x, g, b, k);
      return;
    }
    Graph *other = shape_fork(x, g);
    if (is_int && inst) {
      ShapeValue *w = graph_value(g, value);
      if (!value_narrow(graph_value(other, value), number, number)) continue;
      if (w->lo == number)
        left = value_narrow(w, number + 1, w->hi);
      else if (w->hi == number)
        left = value_narrow(w, w->lo, number - 1);
      else
        graph_make_unequal(g, value, graph_int(g, number));
    }
    go(x, other, b, k);
    if (!left) return;
  }
  go(x, g, b, 0);
}

void shape_end_program(Exec *x, Graph *g, bool cleanup) {
  Graph *rest = shape_collect(x, g);
  if (!cleanup) return;
  shape_note_exit(x, g->context);
  for (uint32_t i = 1; i < rest->objects.len; i++) {
    const ShapeObject *o = graph_object(rest, i);
    if (o->place != PLACE_HEAP || !o->valid) continue;
    SiteSet sites = sites_at(x->sites, o->sites);
    for (uint32_t k = 0; k < sites.count; k++)
      shape_fail(x, CHECK_CLEANUP, (Val){sites.sites[k]});
  }
}

static bool part(Exec *x, Graph *g, Val at, const Inst *i) {
  Val call = ir_arg(x->program, i, 0);
  Fn fn = {graph_object(g, vec_last(&g->frames))->source};
  uint32_t local = call.id - ir_function(x->program, fn)->first;
  uint32_t key = SHAPE_PARTS + local * 64 + (uint32_t)i->imm;
  uint32_t value = graph_get_register(g, vec_last(&g->frames), key);
  shape_set(x, g, at, value == SHAPE_NONE ? shape_unknown(x, g, i->type) : value);
  return true;
}

/* ---- one instruction ---- */

static bool assume(Exec *x, Graph *g, const Inst *i) {
  Val condition = ir_arg(x->program, i, 0);
  uint32_t value = shape_operand(x, g, condition);
  ShapeValue *v = graph_value(g, value);
  if (v->kind != VALUE_INT) return true;
  if (v->lo == 0 && v->hi == 0) return false;
  if (v->lo == 0 && v->hi == 1 && val_is_inst(condition)) v->lo = 1;
  return true;
}

/* False when the graph is finished with. */
static bool step(Exec *x, Graph *g, Val at) {
  const Program *p = x->program;
  const Inst *i = ir_inst(p, at);
  const Block *b = ir_block(p, i->block);
  switch ((Op)i->op) {
  case OP_BR: go(x, g, b, 0); return false;
  case OP_CBR: branch(x, g, at, b); return false;
  case OP_SWITCH: switch_on(x, g, at, b); return false;
  case OP_RET: shape_return(x, g, at); return false;
  case OP_EXIT:
  case OP_ABORT: shape_end_program(x, g, true); return false;
  case OP_UNREACHABLE: shape_end_program(x, g, false); return false;
  case OP_HOLD: shape_hold(x, g, at, at); return true;
  case OP_CALL: return shape_call(x, g, at);
  case OP_PART: return part(x, g, at, i);
  case OP_ASSUME: return assume(x, g, i);
  case OP_INPUT: shape_set(x, g, at, shape_unknown(x, g, i->type)); return true;
  case OP_OUTPUT: return shape_memory(x, g, at);
  case OP_OPAQUE:
    shape_give_up(x, at, "something that could not be lowered");
    shape_end_path(x, g);
    return false;
  default:
    return op_class((Op)i->op) == OP_CLASS_MEMORY ? shape_memory(x, g, at)
                                                  : shape_value(x, g, at);
  }
}

void shape_check_graph(const Graph *g, const char *after, Val at) {
#ifdef BELAY_DEBUG
  const char *fault = graph_fault(g);
  if (!fault) return;
  VecChar text = {0};
  graph_print(g, g->arena, &text);
  vec_push(g->arena, &text, 0);
  LOG(SHAPE, "inconsistent: %s\n%s", fault, text.data);
  panic("shape: inconsistent graph after %s %u: %s", after, at.id, fault);
#else
  (void)g, (void)after, (void)at;
#endif
}

static void look(Exec *x, const Work *w) {
  if (x->watch && bitset_has(&x->watch->set, w->at.id)) shape_note(x, w->g, w->at);
}

static void run_work(Exec *x, Work w) {
  for (look(x, &w); step(x, w.g, w.at); look(x, &w)) {
    shape_check_graph(w.g, "instruction", w.at);
    w.at.id++;
    x->steps++;
  }
}

static bool is_over(const Exec *x) {
  bool late = x->clock_end > 0 && (double)clock() / CLOCKS_PER_SEC > x->clock_end;
  return late || x->states > MAX_GRAPHS || engine_seconds_left(x->run) <= x->stop_at ||
         engine_interrupted(x->run) ||
         arena_used(x->arena) + arena_used(x->scratch) > max_memory;
}

void shape_run(Exec *x) {
  uint64_t looks = 0;
  while (!x->interrupted && (x->work.len || shape_next(x))) {
    while (x->work.len && !x->interrupted) {
      run_work(x, vec_pop(&x->work));
      if (++looks % STEPS_A_LOOK == 0) x->interrupted = is_over(x);
    }
    if (x->interrupted) break;
    arena_reset(x->scratch);
    x->work = (typeof(x->work)){0};
    if (++looks % 8 == 0) x->interrupted = is_over(x);
  }
  if (x->interrupted) shape_give_up(x, VAL_NONE, "it ran out of time or memory");
}
