/* Which function, with all that it calls, touches which sites: from the flat mode's
 * values. */
#include "points/analysis.h"

typedef struct Toucher {
  Analysis *a;
  Flow f;
  Touch *touch;
} Toucher;

static void touch_value(Toucher *t, ValueId v, bool ends) {
  const Value *x = value_get(t->a->values, v);
  for (uint32_t i = 0; i < x->count; i++) {
    uint32_t site = t->a->locs.data[x->targets[i].loc].site;
    bitset_add(&t->touch->sites, site);
    if (ends) bitset_add(&t->touch->lives, site);
  }
  if (!value_may_be_wild(t->a->values, v)) return;
  bitset_union(&t->touch->sites, &t->a->exposed.sites);
  bitset_each(&t->a->exposed.sites,
              s) if (ends && t->a->sites.data[s].kind == POINTS_HEAP)
    bitset_add(&t->touch->lives, s);
}

static void touch_operand(Toucher *t, const Inst *inst, uint32_t n, bool ends) {
  touch_value(t, flow_value(&t->f, ir_arg(t->a->program, inst, n)), ends);
}

static void touch_site(Toucher *t, Val inst) {
  bitset_add(&t->touch->sites, t->a->site_of_inst[inst.id]);
  bitset_add(&t->touch->lives, t->a->site_of_inst[inst.id]);
}

static void touch_reached(Toucher *t, const Reach *reach) {
  bitset_union(&t->touch->sites, &reach->sites);
  bitset_each(&reach->sites,
              s) if (!reach->library && t->a->sites.data[s].kind == POINTS_HEAP)
    bitset_add(&t->touch->lives, s);
}

static void touch_unknown(Toucher *t, Val v) {
  const CallSite *site = callgraph_site(t->a->callgraph, v);
  if (site->unknown && !site->direct) touch_reached(t, &t->a->outside);
  for (uint32_t i = 0; i < site->callees.len; i++) {
    Fn fn = {site->callees.data[i]};
    if (!ir_function_has_body(ir_function(t->a->program, fn)))
      touch_reached(t, analysis_reach(t->a, fn));
  }
}

static void touch_inst(Toucher *t, Val v) {
  const Inst *inst = ir_inst(t->a->program, v);
  switch (inst->op) {
  case OP_LOAD:
  case OP_FILL: touch_operand(t, inst, 0, false); break;
  case OP_STORE:
  case OP_OUTPUT: touch_operand(t, inst, 1, false); break;
  case OP_COPY:
  case OP_MOVE:
    touch_operand(t, inst, 0, false);
    touch_operand(t, inst, 1, false);
    break;
  case OP_FMTFLOAT:
    touch_operand(t, inst, 0, false);
    touch_operand(t, inst, 3, false);
    break;
  case OP_REALLOC:
    touch_site(t, v);
    touch_operand(t, inst, 0, true);
    break;
  case OP_FREE:
  case OP_KILL: touch_operand(t, inst, 0, true); break;
  case OP_ALLOCA:
  case OP_VARARGS:
  case OP_ALLOC: touch_site(t, v); break;
  case OP_OPAQUE: touch_reached(t, &t->a->outside); break;
  case OP_CALL: touch_unknown(t, v); break;
  default: break;
  }
}

static void touch_own(Analysis *a, Context *c, Touch *touch) {
  Toucher t = {a, {.a = a, .c = c}, touch};
  const Function *function = ir_function(a->program, c->fn);
  for (uint32_t i = 0; i < function->inst_count; i++)
    touch_inst(&t, (Val){function->first + i});
}

static bool merge(Touch *into, const Touch *from) {
  bool grew = bitset_union(&into->sites, &from->sites);
  grew |= bitset_union(&into->lives, &from->lives);
  return grew;
}

/* A function that calls unknown code may call back every function that that can reach. */
static bool merge_callbacks(Analysis *a, uint32_t fn) {
  bool grew = false;
  if (!analysis_calls_back(a) || !a->callgraph->nodes[fn].unknown) return false;
  ir_each_function(a->program, other) {
    bool reached =
      bitset_has(&a->outside.sites, other.id) || bitset_has(&a->library.sites, other.id);
    if (reached) grew |= merge(&a->touch[fn], &a->touch[other.id]);
  }
  return grew;
}

static void close_over_calls(Analysis *a) {
  const Callgraph *g = a->callgraph;
  for (bool grew = true; grew;) {
    grew = false;
    for (uint32_t i = 0; i < g->bottom_up.len; i++) {
      uint32_t fn = g->bottom_up.data[i];
      const VecU32 *callees = &g->nodes[fn].callees;
      for (uint32_t k = 0; k < callees->len; k++)
        grew |= merge(&a->touch[fn], &a->touch[callees->data[k]]);
      grew |= merge_callbacks(a, fn);
    }
  }
}

/* Where pointers to a site lie: its end changes them. */
static void add_holders(Analysis *a) {
  for (uint32_t s = 0; s < a->sites.len; s++) {
    ContentId content = a->flat_mem.data[s];
    if (!content) continue;
    const Value *held = value_get(a->values, content_all(a->contents, content));
    for (uint32_t fn = 0; fn < a->program->functions.len; fn++) {
      Touch *touch = &a->touch[fn];
      for (uint32_t i = 0; i < held->count && !bitset_has(&touch->sites, s); i++)
        if (bitset_has(&touch->lives, a->locs.data[held->targets[i].loc].site))
          bitset_add(&touch->sites, s);
    }
  }
}

void touch_compute(Analysis *a) {
  uint32_t count = a->program->functions.len;
  a->touch = arena_new_array(a->arena, Touch, count);
  for (uint32_t fn = 0; fn < count; fn++) {
    a->touch[fn].sites = bitset_new(a->arena, a->sites.len);
    a->touch[fn].lives = bitset_new(a->arena, a->sites.len);
  }
  for (uint32_t i = 0; i < a->contexts.len; i++) {
    Context *c = a->contexts.data[i];
    if (c->entered) touch_own(a, c, &a->touch[c->fn.id]);
  }
  close_over_calls(a);
  add_holders(a);
}
