/* See callgraph.h. */
#include "ir/callgraph.h"

#include "base/bitset.h"

/* ---- which functions fit a call ---- */

static bool same_size(const Program *p, Type a, Type b) {
  return ir_type_bits(p, a) == ir_type_bits(p, b);
}

bool callgraph_call_fits(const Program *p, const Inst *call, Fn callee) {
  const Function *f = ir_function(p, callee);
  if (call->arg_count - 1 < f->params.len) return false;
  for (uint32_t i = 0; i < f->params.len; i++)
    if (!same_size(p, f->params.data[i], ir_type(p, ir_arg(p, call, i + 1))))
      return false;
  if (type_is_void(call->type) || !f->results.len) return true;
  return same_size(p, f->results.data[0], call->type);
}

typedef struct Signatures {
  VecU32 taken; /* functions whose address is taken */
} Signatures;

static bool fitting_targets(void *context, const Program *p, Val call, Arena *arena,
                            VecU32 *targets) {
  const Signatures *signatures = context;
  for (uint32_t i = 0; i < signatures->taken.len; i++) {
    Fn f = {signatures->taken.data[i]};
    if (callgraph_call_fits(p, ir_inst(p, call), f)) vec_push(arena, targets, f.id);
  }
  return true;
}

/* ---- whose address is taken ---- */

static void take_address(Callgraph *g, Val v) {
  if (!val_is_const(v)) return;
  const Const *c = ir_const(g->program, v);
  if (c->kind == CONST_FUNC) g->nodes[c->index].address_taken = true;
}

static void find_taken(Callgraph *g, Arena *arena, VecU32 *taken) {
  const Program *p = g->program;
  for (uint32_t i = 0; i < p->insts.len; i++) {
    const Inst *inst = &p->insts.data[i];
    bool direct = inst->op == OP_CALL && ir_direct_callee(p, inst).id != IR_NONE;
    for (uint32_t n = direct ? 1 : 0; n < inst->arg_count; n++)
      take_address(g, ir_arg(p, inst, n));
  }
  for (uint32_t i = 0; i < p->globals.len; i++) {
    const Global *global = &p->globals.data[i];
    for (uint32_t n = 0; n < global->relocs.len; n++)
      take_address(g, global->relocs.data[n].target);
  }
  ir_each_function(p, f) {
    if (ir_function(p, f)->flags & FN_ADDRESS_TAKEN) g->nodes[f.id].address_taken = true;
    if (g->nodes[f.id].address_taken) vec_push(arena, taken, f.id);
  }
}

/* ---- edges ---- */

/* Sorted, each once. */
static void tidy_targets(VecU32 *targets) {
  uint32_t kept = 0;
  for (uint32_t i = 1; i < targets->len; i++)
    for (uint32_t k = i; k > 0 && targets->data[k] < targets->data[k - 1]; k--) {
      uint32_t swap = targets->data[k];
      targets->data[k] = targets->data[k - 1];
      targets->data[k - 1] = swap;
    }
  for (uint32_t i = 0; i < targets->len; i++)
    if (!kept || targets->data[kept - 1] != targets->data[i])
      targets->data[kept++] = targets->data[i];
  targets->len = kept;
}

static bool foreign(const Callgraph *g, const CallSite *site, uint32_t callee) {
  const Program *p = g->program;
  return !ir_function_has_body(ir_function(p, (Fn){callee})) ||
         !callgraph_call_fits(p, ir_inst(p, site->call), (Fn){callee});
}

static void add_site(Callgraph *g, Arena *arena, Fn caller, Val call,
                     const CallResolver *resolver) {
  const Program *p = g->program;
  CallSite site = {.call = call, .caller = caller};
  Fn callee = ir_direct_callee(p, ir_inst(p, call));
  site.direct = callee.id != IR_NONE;
  if (site.direct)
    vec_push(arena, &site.callees, callee.id);
  else
    site.unknown = !resolver->targets(resolver->context, p, call, arena, &site.callees);
  tidy_targets(&site.callees);
  for (uint32_t i = 0; i < site.callees.len; i++)
    if (foreign(g, &site, site.callees.data[i])) site.unknown = true;
  g->site_of[call.id] = g->sites.len;
  vec_push(arena, &g->nodes[caller.id].sites, g->sites.len);
  if (site.unknown) g->nodes[caller.id].unknown = true;
  vec_push(arena, &g->sites, site);
}

static void find_sites(Callgraph *g, Arena *arena, const CallResolver *resolver) {
  const Program *p = g->program;
  ir_each_function(p, f) {
    const Function *function = ir_function(p, f);
    if (!ir_function_has_body(function)) g->nodes[f.id].unknown = true;
    ir_each_block(p, function, b) {
      ir_each_inst(ir_block(p, b), v) {
        if (ir_inst(p, v)->op == OP_CALL) add_site(g, arena, f, v, resolver);
        if (ir_inst(p, v)->op == OP_OPAQUE) g->nodes[f.id].unknown = true;
      }
    }
  }
}

/* callees, callers and called_by from the sites. */
static void link_functions(Callgraph *g, Arena *arena, DigraphEdges *edges) {
  uint32_t *last = arena_new_array(arena, uint32_t, g->program->functions.len);
  ir_each_function(g->program, f) {
    CallNode *node = &g->nodes[f.id];
    for (uint32_t i = 0; i < node->sites.len; i++) {
      const CallSite *site = &g->sites.data[node->sites.data[i]];
      for (uint32_t k = 0; k < site->callees.len; k++) {
        uint32_t callee = site->callees.data[k];
        vec_push(arena, &g->nodes[callee].called_by, node->sites.data[i]);
        if (last[callee] == f.id + 1) continue;
        last[callee] = f.id + 1;
        vec_push(arena, &node->callees, callee);
        vec_push(arena, &g->nodes[callee].callers, f.id);
        vec_push(arena, edges, (DigraphEdge){f.id, callee});
      }
    }
  }
}

/* ---- what follows from the edges ---- */

static void order_components(Callgraph *g, Arena *arena, const DigraphEdges *edges) {
  Digraph graph = digraph_new(arena, g->program->functions.len, edges);
  g->components = digraph_components(arena, &graph);
  for (uint32_t c = 0; c < g->components.count; c++) {
    Row members = rows_at(&g->components.members, c);
    bool unknown = false;
    for (uint32_t i = 0; i < members.len; i++) {
      CallNode *node = &g->nodes[members.items[i]];
      node->component = c;
      node->recursive = g->components.cyclic[c];
      unknown |= node->unknown;
      for (uint32_t k = 0; k < node->callees.len; k++)
        unknown |= g->nodes[node->callees.data[k]].unknown;
      vec_push(arena, &g->bottom_up, members.items[i]);
    }
    for (uint32_t i = 0; i < members.len; i++)
      g->nodes[members.items[i]].unknown = unknown;
  }
}

static void reach(Callgraph *g, Arena *arena, uint32_t f, VecU32 *todo) {
  if (g->nodes[f].reachable) return;
  g->nodes[f].reachable = true;
  vec_push(arena, todo, f);
}

static bool has_unknown_site(const Callgraph *g, uint32_t f) {
  const Program *p = g->program;
  const Function *function = ir_function(p, (Fn){f});
  if (!ir_function_has_body(function)) return true;
  for (uint32_t i = 0; i < g->nodes[f].sites.len; i++)
    if (g->sites.data[g->nodes[f].sites.data[i]].unknown) return true;
  ir_each_block(p, function, b)
    ir_each_inst(ir_block(p, b), v) if (ir_inst(p, v)->op == OP_OPAQUE) return true;
  return false;
}

static void find_reachable(Callgraph *g, Arena *arena, const VecU32 *taken) {
  const Program *p = g->program;
  VecU32 todo = {0};
  bool taken_reached = false;
  if (p->entry.id != IR_NONE)
    reach(g, arena, p->entry.id, &todo);
  else
    ir_each_function(p, f) reach(g, arena, f.id, &todo);
  while (todo.len) {
    uint32_t f = vec_pop(&todo);
    for (uint32_t i = 0; i < g->nodes[f].callees.len; i++)
      reach(g, arena, g->nodes[f].callees.data[i], &todo);
    if (taken_reached || !has_unknown_site(g, f)) continue;
    taken_reached = true;
    for (uint32_t i = 0; i < taken->len; i++) reach(g, arena, taken->data[i], &todo);
  }
}

Callgraph *callgraph_new(const Program *p, Arena *arena, const CallResolver *resolver) {
  Callgraph *g = arena_new_object(arena, Callgraph);
  g->program = p;
  g->nodes = arena_new_array(arena, CallNode, p->functions.len);
  g->site_of = arena_new_array(arena, uint32_t, p->insts.len);
  for (uint32_t i = 0; i < p->insts.len; i++) g->site_of[i] = IR_NONE;
  Signatures *signatures = arena_new_object(arena, Signatures);
  find_taken(g, arena, &signatures->taken);
  CallResolver fitting = {fitting_targets, signatures};
  find_sites(g, arena, resolver ? resolver : &fitting);
  DigraphEdges edges = {0};
  link_functions(g, arena, &edges);
  order_components(g, arena, &edges);
  find_reachable(g, arena, &signatures->taken);
  return g;
}

const CallSite *callgraph_site(const Callgraph *g, Val call) {
  return g->site_of[call.id] == IR_NONE ? NULL : &g->sites.data[g->site_of[call.id]];
}
