/* The fixpoint without an order of execution: Andersen's analysis, with offsets. All
 * instructions of all called functions again and again until nothing grows. */
#include "points/analysis.h"

/* A result is needed even for large programs: more than the other mode gets. */
#define FLAT_LIMIT ((uint64_t)1 << 33)

static void eval_phi(Flow *f, Val at, const Inst *inst) {
  ValueId v = VALUE_NOTHING;
  for (uint32_t i = 0; i < inst->arg_count; i++)
    v = value_join(f->a->values, v, flow_value(f, ir_arg(f->a->program, inst, i)));
  flow_define(f, at, v);
}

static void eval_return(Flow *f, const Inst *inst) {
  Analysis *a = f->a;
  const Function *function = ir_function(a->program, f->c->fn);
  for (uint32_t i = 0; i < function->results.len; i++) {
    bool given = i < inst->arg_count;
    ValueId v = given ? flow_value(f, ir_arg(a->program, inst, i)) : VALUE_UNINITIALISED;
    ValueId join = value_join(a->values, f->c->results[i], v);
    if (join != f->c->results[i]) a->version++;
    f->c->results[i] = join;
  }
}

static void round_of(Analysis *a, Context *c) {
  const Program *p = a->program;
  const Function *function = ir_function(p, c->fn);
  analysis_info(a, c->fn)->reached = true;
  Flow f = {.a = a, .c = c, .s = {.reached = true}};
  ir_each_block(p, function, b) {
    ir_each_inst(ir_block(p, b), v) {
      const Inst *inst = ir_inst(p, v);
      f.at = v;
      if (inst->op == OP_PHI)
        eval_phi(&f, v, inst);
      else if (inst->op == OP_RET)
        eval_return(&f, inst);
      else if (inst->op == OP_SWITCH)
        flow_expose(&f, flow_value(&f, ir_arg(p, inst, 0)));
      else if (!op_is_terminator((Op)inst->op))
        flow_eval_instruction(&f, v);
    }
    if (analysis_out_of_time(a)) return;
  }
}

/* ---- what unknown code can reach ---- */

static bool reach_content(Analysis *a, Reach *reach, uint32_t site) {
  const Value *v = value_get(a->values, content_all(a->contents, a->flat_mem.data[site]));
  bool grew = false;
  for (uint32_t i = 0; i < v->count; i++) {
    uint32_t target = a->locs.data[v->targets[i].loc].site;
    if (bitset_has(&reach->sites, target)) continue;
    bitset_add(&reach->sites, target);
    grew = true;
  }
  return grew;
}

static bool is_root(const Analysis *a, const Reach *reach, uint32_t site) {
  const Program *p = a->program;
  const Site *s = &a->sites.data[site];
  if (s->kind == POINTS_STACK)
    return reach->library && p->insts.data[s->source].op == OP_VARARGS;
  if (s->kind != POINTS_GLOBAL || reach == &a->exposed) return false;
  uint32_t flags = p->globals.data[s->source].flags;
  if (reach->library) return flags & GLOB_MODEL;
  /* Who calls a library may call any of its functions again. */
  if (p->entry.id == IR_NONE) return !(flags & GLOB_STRING);
  return !(flags & (GLOB_LOCAL_STATIC | GLOB_STRING));
}

static void close_reach(Analysis *a, Reach *reach) {
  bool grew = false;
  if (!reach->runs) return;
  if (reach != &a->exposed) grew |= bitset_union(&a->exposed.sites, &reach->sites);
  for (uint32_t s = 0; s < a->sites.len; s++) {
    if (bitset_has(&reach->sites, s) || !is_root(a, reach, s)) continue;
    bitset_add(&reach->sites, s);
    grew = true;
  }
  for (bool more = true; more;) {
    more = false;
    bitset_each(&reach->sites, s) more |= reach_content(a, reach, s);
    grew |= more;
  }
  ir_each_function(a->program, fn) {
    bool body = ir_function_has_body(ir_function(a->program, fn));
    if (body && bitset_has(&reach->sites, fn.id)) reach->calls_back = true;
  }
  if (grew) a->version++;
}

static void find_held(Analysis *a) {
  a->held = bitset_new(a->arena, a->sites.len);
  for (uint32_t s = 0; s < a->sites.len; s++) {
    ContentId content = a->flat_mem.data[s];
    const Value *v = value_get(a->values, content_all(a->contents, content));
    for (uint32_t i = 0; i < v->count; i++)
      bitset_add(&a->held, a->locs.data[v->targets[i].loc].site);
  }
}

/* ---- the whole ---- */

static void enter(Analysis *a, Fn fn) {
  if (!ir_function_has_body(ir_function(a->program, fn))) return;
  Context *c = context_new(a, fn, CONTEXT_NONE, VAL_NONE);
  map_set(a->arena, &a->shared, fn.id, c->id + 1);
  c->entered = true;
  context_enter_anything(a, c);
}

static bool resolve(void *context, const Program *p, Val call, Arena *arena,
                    VecU32 *targets) {
  Analysis *a = context;
  uint64_t id = map_get(&a->shared, ir_fn_of(p, call).id, 0);
  if (!id) return true;
  Flow f = {.a = a, .c = a->contexts.data[id - 1]};
  ValueId v = flow_value(&f, ir_arg(p, ir_inst(p, call), 0));
  const Value *x = value_get(a->values, v);
  for (uint32_t i = 0; i < x->count; i++)
    if (loc_site(a, x->targets[i].loc)->kind == POINTS_FUNCTION)
      vec_push(arena, targets, x->targets[i].loc);
  if (!value_may_be_wild(a->values, v)) return true;
  ir_each_function(p, fn) if (ir_function(p, fn)->flags & FN_ADDRESS_TAKEN)
    vec_push(arena, targets, fn.id);
  return false;
}

void flat_run(Analysis *a) {
  const Program *p = a->program;
  bool library = p->entry.id == IR_NONE;
  a->limit = FLAT_LIMIT;
  a->exposed.runs = true;
  vec_resize(a->arena, &a->flat_mem, a->locs.len);
  vec_resize(a->arena, &a->flat_changes, a->locs.len);
  for (uint32_t g = 0; g < p->globals.len; g++)
    a->flat_mem.data[loc_of_global(a, (Glob){g})] =
      analysis_first_content(a, (Glob){g}, !library);
  if (!library)
    enter(a, p->entry);
  else
    ir_each_function(p, fn) enter(a, fn);
  uint64_t before;
  do {
    before = a->version;
    for (uint32_t i = 0; i < a->contexts.len; i++)
      if (a->contexts.data[i]->entered) round_of(a, a->contexts.data[i]);
    close_reach(a, &a->outside);
    close_reach(a, &a->library);
    close_reach(a, &a->exposed);
    flat_spoil_exposed(a);
  } while (a->version != before && !a->gave_up);
  find_held(a);
  CallResolver resolver = {resolve, a};
  a->callgraph = callgraph_new(p, a->arena, &resolver);
}

void flat_observe(Analysis *a) {
  for (uint32_t i = 0; i < a->contexts.len; i++)
    if (a->contexts.data[i]->entered) round_of(a, a->contexts.data[i]);
}
