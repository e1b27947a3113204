/* Executing instructions on memory graphs: control flow, calls, and the main loop. */
#include "shape/exec.h"
#include "base/panic.h"

enum { MAX_CALLS = 40, STEPS_A_LOOK = 256, MAX_GRAPHS = 200000 };
static const size_t max_memory = (size_t)2600 << 20;

void shape_prune(Exec *x, Graph *g, Val at);
Graph *shape_collect(Exec *x, Graph *g);
bool shape_next(Exec *x);

void shape_push(Exec *x, Graph *g, Val at) {
  vec_push(x->scratch, &x->work, (Work){g, at});
}

void shape_fail(Exec *x, CheckKind kind, Val at) {
  CheckId id = ledger_find(x->run->ledger, kind, at);
  if (id.id != IR_NONE) x->failed[id.id] = 1;
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
  bool inst = val_is_inst(ir_arg(p, i, 0));
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
      graph_value(other, value)->lo = graph_value(other, value)->hi = number;
      ShapeValue *w = graph_value(g, value);
      if (w->lo == number)
        w->lo++;
      else if (w->hi == number)
        w->hi--;
      else
        graph_make_unequal(g, value, graph_int(g, number));
    }
    go(x, other, b, k);
  }
  if (graph_value(g, value)->lo <= graph_value(g, value)->hi) go(x, g, b, 0);
}

static void end_program(Exec *x, Graph *g, bool cleanup) {
  Graph *rest = shape_collect(x, g);
  if (!cleanup) return;
  for (uint32_t i = 1; i < rest->objects.len; i++) {
    const ShapeObject *o = graph_object(rest, i);
    if (o->place != PLACE_HEAP || !o->valid) continue;
    SiteSet sites = sites_at(x->sites, o->sites);
    for (uint32_t k = 0; k < sites.count; k++)
      shape_fail(x, CHECK_CLEANUP, (Val){sites.sites[k]});
  }
}

/* ---- calls ---- */

static uint32_t context_of(Exec *x, uint32_t parent, Val call, Fn fn) {
  uint64_t key = ((uint64_t)parent << 32 | call.id) ^ hash_u64(fn.id);
  uint64_t *found = map_find(&x->context_of, key);
  if (found) {
    const CallContext *known = &x->contexts.data[*found];
    if (known->parent == parent && known->call.id == call.id && known->fn.id == fn.id)
      return (uint32_t)*found;
  }
  CallContext c = {.parent = parent, .call = call, .fn = fn};
  c.depth = x->contexts.data[parent].depth + 1;
  const VecU32 *path = &x->contexts.data[parent].path;
  for (uint32_t i = 0; i < path->len; i++) vec_push(x->arena, &c.path, path->data[i]);
  const Inst *i = ir_inst(x->program, call);
  const Block *b = ir_block(x->program, i->block);
  const FunctionInfo *info = shape_function(x, b->fn);
  uint32_t inside = call.id - b->first;
  uint32_t rank =
    info->rank[cfg_local(info->cfg, i->block)] << 12 | (inside > 4095 ? 4095 : inside);
  vec_push(x->arena, &c.path, rank);
  vec_push(x->arena, &x->contexts, c);
  map_set(x->arena, &x->context_of, key, x->contexts.len - 1);
  return x->contexts.len - 1;
}

static bool call_fits(const Program *p, const Inst *call, const Function *f) {
  if (call->arg_count - 1 < f->params.len) return false;
  for (uint32_t i = 0; i < f->params.len; i++)
    if (ir_type_bits(p, ir_type(p, ir_arg(p, call, i + 1))) !=
        ir_type_bits(p, f->params.data[i]))
      return false;
  return type_is_void(call->type) || !f->results.len ||
         ir_type_bits(p, call->type) == ir_type_bits(p, f->results.data[0]);
}

static void enter(Exec *x, Graph *g, Val at, Fn fn) {
  const Program *p = x->program;
  const Inst *call = ir_inst(p, at);
  const Function *f = ir_function(p, fn);
  VecU32 arguments = {0};
  for (uint32_t i = 1; i < call->arg_count; i++)
    vec_push(x->scratch, &arguments, shape_operand(x, g, ir_arg(p, call, i)));
  shape_prune(x, g, (Val){at.id + 1});
  g->context = context_of(x, g->context, at, fn);
  uint32_t frame = graph_add_region(g, PLACE_FRAME, fn.id, 0, 0);
  graph_object(g, frame)->length = 0;
  vec_push(g->arena, &g->frames, frame);
  for (uint32_t i = 0; i < arguments.len; i++) {
    if (i < f->params.len)
      graph_set_register(g, frame, i, arguments.data[i]);
    else if (f->flags & FN_VARIADIC)
      graph_set_register(g, frame, SHAPE_VARARGS + i, arguments.data[i]);
  }
  const Block *entry = ir_block(p, (Blk){f->first_block});
  shape_function(x, fn);
  shape_arrive(x, g, ir_block_inst(entry, 0), MERGE_NOT);
}

static bool find_callee(Exec *x, Graph *g, Val at, const Inst *call, Fn *fn) {
  *fn = ir_direct_callee(x->program, call);
  if (fn->id != IR_NONE) return true;
  uint32_t value = shape_operand(x, g, ir_arg(x->program, call, 0));
  const ShapeValue *v = graph_value(g, value);
  if (v->kind == VALUE_ADDRESS) {
    const ShapeObject *o = graph_object(g, v->object);
    *fn = (Fn){o->source};
    if (o->place == PLACE_FUNCTION && v->lo == 0 && v->hi == 0) return true;
  } else if (v->lo != 0 || v->hi != 0) {
    shape_give_up(x, at, "an unknown function pointer is called");
  }
  shape_fail(x, CHECK_CALLEE, at);
  shape_end_path(x, g);
  return false;
}

bool shape_call(Exec *x, Graph *g, Val at) {
  const Program *p = x->program;
  const Inst *call = ir_inst(p, at);
  Fn fn;
  if (!find_callee(x, g, at, call, &fn)) return false;
  const Function *f = ir_function(p, fn);
  const char *reason = NULL;
  if (!ir_function_has_body(f))
    reason = "an unknown function is called";
  else if (!call_fits(p, call, f))
    reason = "a call does not fit the function";
  else if (g->frames.len >= MAX_CALLS)
    reason = "calls are nested too deep";
  if (reason) {
    shape_give_up(x, at, reason);
    shape_end_path(x, g);
    return false;
  }
  enter(x, g, at, fn);
  return false;
}

static void end_frame(Graph *g) {
  uint32_t depth = g->frames.len - 1;
  for (uint32_t i = 1; i < g->objects.len; i++) {
    const ShapeObject *o = graph_object(g, i);
    if (o->place == PLACE_STACK && o->frame == depth && o->valid) graph_kill(g, i);
  }
  ShapeObject *frame = graph_object(g, vec_last(&g->frames));
  frame->gone = true;
  frame->field_count = 0;
  g->frames.len--;
}

void shape_return(Exec *x, Graph *g, Val at) {
  const Program *p = x->program;
  const Inst *ret = ir_inst(p, at);
  VecU32 results = {0};
  for (uint32_t i = 0; i < ret->arg_count; i++)
    vec_push(x->scratch, &results, shape_operand(x, g, ir_arg(p, ret, i)));
  CallContext context = x->contexts.data[g->context];
  end_frame(g);
  if (context.parent == SHAPE_NONE) {
    end_program(x, g, true);
    return;
  }
  g->context = context.parent;
  const Inst *call = ir_inst(p, context.call);
  if (!type_is_void(call->type)) {
    uint32_t value = results.len ? results.data[0] : shape_unknown(x, g, call->type);
    if (!results.len) graph_value(g, value)->undefined = true;
    shape_set(x, g, context.call, value);
  }
  for (uint32_t i = 1; i < results.len; i++) {
    ShapeObject *frame = graph_object(g, vec_last(&g->frames));
    Fn fn = {frame->source};
    uint32_t local = context.call.id - ir_function(p, fn)->first;
    graph_set_register(g, vec_last(&g->frames), SHAPE_PARTS + local * 64 + i,
                       results.data[i]);
  }
  shape_arrive(x, g, (Val){context.call.id + 1}, MERGE_JOIN);
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
  case OP_EXIT: end_program(x, g, true); return false;
  case OP_ABORT:
  case OP_UNREACHABLE: end_program(x, g, false); return false;
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

/* In debug builds, after every instruction. */
static void check_graph(const Graph *g, Val at) {
#ifdef BELAY_DEBUG
  const char *fault = graph_fault(g);
  if (fault) panic("shape: inconsistent graph after instruction %u: %s", at.id, fault);
#else
  (void)g, (void)at;
#endif
}

static void run_work(Exec *x, Work w) {
  while (step(x, w.g, w.at)) {
    check_graph(w.g, w.at);
    w.at.id++;
    x->steps++;
  }
}

static bool is_over(const Exec *x) {
  return x->states > MAX_GRAPHS || engine_seconds_left(x->run) <= x->stop_at ||
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
