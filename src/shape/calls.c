/* Calls, by summaries: a function is executed once for each part of a graph that it is
 * called with, and what it returns is put together with the rest of every caller
 * (section 5; the tabulation of Reps, Horwitz and Sagiv). A recursive function ends when
 * the parts it is called with are covered by those that it was called with before. */
#include "shape/exec.h"

enum {
  MAX_DEPTH = 200,    /* chain of first calls: recursion that does not converge */
  MAX_ENTRIES = 3000, /* of one function */
  MANY_ENTRIES = 8    /* from here on, parts are compared with more than equality */
};

/* ---- contexts ---- */

static void make_path(Exec *x, CallContext *c, uint32_t parent, Val call) {
  const VecU32 *path = &x->contexts.data[parent].path;
  for (uint32_t i = 0; i < path->len; i++) vec_push(x->arena, &c->path, path->data[i]);
  vec_push(x->arena, &c->path, shape_rank(x, call));
}

static uint32_t new_context(Exec *x, uint32_t parent, Val call, Fn fn,
                            const Graph *part) {
  CallContext c = {.parent = parent, .call = call, .fn = fn};
  c.depth = x->contexts.data[parent].depth + 1;
  make_path(x, &c, parent, call);
  c.entry = graph_copy(x->arena, part);
  c.likeness = graph_likeness(part);
  vec_push(x->arena, &x->contexts, c);
  uint32_t index = x->contexts.len - 1;
  x->contexts.data[index].exits = shape_exit_point(x, index);
  vec_push(x->arena, &x->functions[fn.id].contexts, index);
  return index;
}

static bool is_recursive(const Exec *x, uint32_t context, Fn fn) {
  for (; context != SHAPE_NONE; context = x->contexts.data[context].parent)
    if (x->contexts.data[context].fn.id == fn.id) return true;
  return false;
}

/* All that callers ask for is still there. */
static bool has_registers(const Graph *g, uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    if (graph_get_register(g, g->frames.data[0], i) == SHAPE_NONE) return false;
  return true;
}

static bool fits_call(const Exec *x, const CallContext *c, Val call, const Function *f) {
  (void)x;
  return !(f->flags & FN_VARIADIC) || c->call.id == call.id;
}

/* A context that was made for this part or for a wider one. */
static uint32_t find_context(Exec *x, const Cut *cut, Val call, Fn fn, bool wider) {
  const FunctionInfo *info = &x->functions[fn.id];
  const Function *f = ir_function(x->program, fn);
  for (uint32_t i = 0; i < info->contexts.len; i++) {
    const CallContext *c = &x->contexts.data[info->contexts.data[i]];
    if (!fits_call(x, c, call, f)) continue;
    if (!wider && graph_equal(c->entry, cut->part)) return info->contexts.data[i];
    if (!wider || !has_registers(c->entry, cut->shared.len)) continue;
    if (has_registers(c->entry, cut->shared.len + 1)) continue;
    JoinStatus status;
    if (!graph_join(x->scratch, c->entry, cut->part, &x->join, &status)) continue;
    if (status == JOIN_EQUAL || status == JOIN_FIRST) return info->contexts.data[i];
  }
  return SHAPE_NONE;
}

/* For recursion: the part, abstracted and joined with what came before. */
static Graph *widened(Exec *x, const Cut *cut, Val call, Fn fn) {
  const FunctionInfo *info = &x->functions[fn.id];
  const Function *f = ir_function(x->program, fn);
  Graph *g = shape_abstract(x, graph_copy(x->scratch, cut->part));
  for (uint32_t i = info->contexts.len; i-- > 0;) {
    const CallContext *c = &x->contexts.data[info->contexts.data[i]];
    if (!fits_call(x, c, call, f)) continue;
    JoinStatus status;
    Graph *joined = graph_join(x->scratch, c->entry, g, &x->join, &status);
    if (!joined || !has_registers(joined, cut->shared.len)) continue;
    if (has_registers(joined, cut->shared.len + 1)) continue;
    return graph_compact(x->scratch, joined, NULL, NULL);
  }
  return has_registers(g, cut->shared.len) ? g : cut->part;
}

/* When parts that differ in numbers alone are many: the part joined with one of them. */
static const Graph *less_exact(Exec *x, const Cut *cut, Val call, Fn fn) {
  const FunctionInfo *info = &x->functions[fn.id];
  const Function *f = ir_function(x->program, fn);
  uint64_t likeness = graph_likeness(cut->part);
  uint32_t alike = 0, last = SHAPE_NONE;
  for (uint32_t i = 0; i < info->contexts.len; i++) {
    const CallContext *c = &x->contexts.data[info->contexts.data[i]];
    if (c->likeness != likeness || !fits_call(x, c, call, f)) continue;
    last = info->contexts.data[i];
    alike++;
  }
  if (alike <= x->precision->alike) return cut->part;
  JoinStatus status;
  shape_join_numbers(x);
  Graph *joined =
    graph_join(x->scratch, x->contexts.data[last].entry, cut->part, &x->join, &status);
  shape_join_precisely(x);
  if (!joined || !has_registers(joined, cut->shared.len)) return cut->part;
  if (has_registers(joined, cut->shared.len + 1)) return cut->part;
  return graph_compact(x->scratch, joined, NULL, NULL);
}

/* ---- to and fro ---- */

static void set_results(Exec *x, Graph *g, Val at, const uint32_t *results,
                        uint32_t count) {
  const Inst *call = ir_inst(x->program, at);
  if (!type_is_void(call->type)) {
    uint32_t value = count ? results[0] : SHAPE_NONE;
    if (value == SHAPE_NONE) {
      value = shape_unknown(x, g, call->type);
      graph_value(g, value)->undefined = true;
    }
    shape_set(x, g, at, value);
  }
  uint32_t frame = vec_last(&g->frames);
  Fn fn = {graph_object(g, frame)->source};
  uint32_t local = at.id - ir_function(x->program, fn)->first;
  for (uint32_t i = 1; i < count; i++)
    if (results[i] != SHAPE_NONE)
      graph_set_register(g, frame, SHAPE_PARTS + local * 64 + i, results[i]);
}

static void give_back(Exec *x, const Caller *caller, Fn fn, const Graph *exit) {
  uint32_t count = ir_function(x->program, fn)->results.len;
  uint32_t *results = arena_alloc(x->scratch, (count + 1) * sizeof *results);
  Graph *g = graph_paste(x->scratch, &caller->cut, exit, results, count);
  g->context = caller->context;
  set_results(x, g, caller->call, results, count);
  shape_arrive(x, g, (Val){caller->call.id + 1}, MERGE_JOIN);
}

void shape_give_back(Exec *x, uint32_t context, const Graph *exit) {
  for (uint32_t i = 0; i < x->contexts.data[context].callers.len; i++) {
    Caller caller = x->contexts.data[context].callers.data[i];
    give_back(x, &caller, x->contexts.data[context].fn, exit);
  }
}

/* The program may end inside the call: blocks that the callers hold are still there. */
static void rest_is_left(Exec *x, const Graph *rest) {
  for (uint32_t i = 1; i < rest->objects.len; i++) {
    const ShapeObject *o = graph_object(rest, i);
    if (o->gone || o->place != PLACE_HEAP || !o->valid) continue;
    SiteSet sites = sites_at(x->sites, o->sites);
    for (uint32_t k = 0; k < sites.count; k++)
      shape_fail(x, CHECK_CLEANUP, (Val){sites.sites[k]});
  }
}

void shape_note_exit(Exec *x, uint32_t context) {
  if (x->contexts.data[context].may_exit) return;
  x->contexts.data[context].may_exit = true;
  for (uint32_t i = 0; i < x->contexts.data[context].callers.len; i++) {
    const Caller *caller = &x->contexts.data[context].callers.data[i];
    rest_is_left(x, caller->cut.rest);
    shape_note_exit(x, caller->context);
  }
}

/* Out of the arena that is emptied after each step. */
static Caller kept(Exec *x, const Caller *caller) {
  Caller copy = {.context = caller->context, .call = caller->call};
  copy.cut.rest = graph_copy(x->arena, caller->cut.rest);
  for (uint32_t i = 0; i < caller->cut.shared.len; i++)
    vec_push(x->arena, &copy.cut.shared, caller->cut.shared.data[i]);
  for (uint32_t i = 0; i < caller->cut.stack.len; i++)
    vec_push(x->arena, &copy.cut.stack, caller->cut.stack.data[i]);
  return copy;
}

static void add_caller(Exec *x, uint32_t index, const Caller *waiting) {
  Caller caller = kept(x, waiting);
  vec_push(x->arena, &x->contexts.data[index].callers, caller);
  if (x->contexts.data[index].may_exit) {
    rest_is_left(x, caller.cut.rest);
    shape_note_exit(x, caller.context);
  }
  Fn fn = x->contexts.data[index].fn;
  uint32_t exits = x->contexts.data[index].exits;
  for (uint32_t i = 0; i < x->points.data[exits].states.len; i++) {
    const PointState *s = &x->points.data[exits].states.data[i];
    if (s->done && !s->dead) give_back(x, &caller, fn, s->g);
  }
}

static void begin(Exec *x, uint32_t context, Fn fn) {
  Graph *g = graph_copy(x->scratch, x->contexts.data[context].entry);
  g->context = context;
  const Function *f = ir_function(x->program, fn);
  const Block *entry = ir_block(x->program, (Blk){f->first_block});
  shape_push(x, g, ir_block_inst(entry, 0));
}

static void push_frame(Exec *x, Graph *g, Val at, Fn fn) {
  const Program *p = x->program;
  const Inst *call = ir_inst(p, at);
  const Function *f = ir_function(p, fn);
  VecU32 arguments = {0};
  for (uint32_t i = 1; i < call->arg_count; i++)
    vec_push(x->scratch, &arguments, shape_operand(x, g, ir_arg(p, call, i)));
  Val hold = live_hold_of(p, at);
  if (val_none(hold))
    shape_prune(x, g, (Val){at.id + 1});
  else
    shape_hold(x, g, hold, at);
  uint32_t frame = graph_add_region(g, PLACE_FRAME, fn.id, 0, 0);
  graph_object(g, frame)->length = 0;
  vec_push(g->arena, &g->frames, frame);
  for (uint32_t i = 0; i < arguments.len; i++) {
    if (i < f->params.len)
      graph_set_register(g, frame, i, arguments.data[i]);
    else if (f->flags & FN_VARIADIC)
      graph_set_register(g, frame, SHAPE_VARARGS + i, arguments.data[i]);
  }
}

static void enter(Exec *x, Graph *g, Val at, Fn fn) {
  shape_function(x, fn);
  push_frame(x, g, at, fn);
  uint32_t parent = g->context;
  Caller caller = {.context = parent, .call = at};
  Cut *cut = &caller.cut;
  NamedGlobals globals = {&x->named[fn.id], x->leads};
  graph_cut(x->scratch, shape_collect(x, g), globals, cut);
  shape_join_precisely(x);
  bool recursive = is_recursive(x, parent, fn);
  if (recursive) x->functions[fn.id].recursive = true;
  uint32_t found = find_context(x, cut, at, fn, false);
  uint32_t known = x->functions[fn.id].contexts.len;
  if (found == SHAPE_NONE && (recursive || known > MANY_ENTRIES))
    found = find_context(x, cut, at, fn, true);
  if (found != SHAPE_NONE) {
    add_caller(x, found, &caller);
    return;
  }
  if (known >= MAX_ENTRIES || x->contexts.data[parent].depth >= MAX_DEPTH) {
    shape_give_up(x, at, "calls are nested too deep or too different");
    return;
  }
  const Graph *part = recursive ? widened(x, cut, at, fn) : less_exact(x, cut, at, fn);
  uint32_t made = new_context(x, parent, at, fn, part);
  add_caller(x, made, &caller);
  begin(x, made, fn);
}

/* ---- the two instructions ---- */

static bool call_fits(const Program *p, const Inst *call, const Function *f) {
  if (call->arg_count - 1 < f->params.len) return false;
  for (uint32_t i = 0; i < f->params.len; i++)
    if (ir_type_bits(p, ir_type(p, ir_arg(p, call, i + 1))) !=
        ir_type_bits(p, f->params.data[i]))
      return false;
  return type_is_void(call->type) || !f->results.len ||
         ir_type_bits(p, call->type) == ir_type_bits(p, f->results.data[0]);
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
  end_frame(g);
  if (x->contexts.data[g->context].parent == SHAPE_NONE) {
    shape_end_program(x, g, true);
    return;
  }
  for (uint32_t i = 0; i < results.len; i++)
    graph_set_register(g, g->frames.data[0], SHAPE_RESULTS + i, results.data[i]);
  shape_arrive_exit(x, g);
}
