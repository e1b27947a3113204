/* The fixpoint in the order of execution. A context is a unit: its blocks are swept in
 * reverse postorder until nothing grows, callees first when a call is met; a context
 * whose exit grew wakes its other callers. All states only grow, integers and offsets are
 * widened, so there is an end; and the last pass checks that it is one. */
#include "points/analysis.h"

#define ENTRY_GROWTHS 6
/* Instructions in all contexts together, as far as calls get contexts of their own. */
#define EXPANSION 60000

/* ---- contexts to do ---- */

void context_queue(Analysis *a, Context *c) {
  if (c->queued) return;
  c->queued = true;
  vec_push(a->arena, &a->queue, c->id);
}

void context_enter(Analysis *a, Context *c, Pmap mem) {
  BlockState *entry = &c->blocks[0];
  Pmap old = entry->mem, new = mem;
  if (c->entered) {
    uint32_t growths = c->entries > ENTRY_GROWTHS ? c->entries - ENTRY_GROWTHS : 0;
    new = flow_join_memory(a, c, old, mem, growths);
  }
  bool grew = !c->entered || new != old;
  if (a->observer) {
    if (grew) a->gave_up = analysis_unsettled;
    return;
  }
  if (grew) {
    c->entered = entry->reached = entry->dirty = true;
    c->entries++;
    entry->mem = new;
  }
  if (grew || c->version != c->stable || c->size_version != a->size_version)
    context_queue(a, c);
}

static void wake_callers(Analysis *a, Context *c) {
  for (uint32_t i = 0; i < c->callers.len; i++) {
    Caller caller = c->callers.data[i];
    bool asks = caller.context == c->invoked_by.context &&
                caller.block == c->invoked_by.block && caller.context != c->id;
    if (asks) continue;
    Context *other = a->contexts.data[caller.context];
    other->blocks[caller.block].dirty = true;
    if (!other->active) context_queue(a, other);
  }
}

/* ---- edges ---- */

static bool refine_edge(Flow *f, const Block *block, uint32_t succ) {
  const Program *p = f->a->program;
  const Inst *end = ir_inst(p, ir_terminator(block));
  if (end->op == OP_CBR) {
    if (ir_succ(p, block, 0).id == ir_succ(p, block, 1).id) return true;
    return flow_refine_condition(f, ir_arg(p, end, 0), succ == 0);
  }
  if (end->op != OP_SWITCH) return true;
  uint32_t ways = 0;
  for (uint32_t i = 0; i < block->succ_count; i++)
    ways += ir_succ(p, block, i).id == ir_succ(p, block, succ).id;
  if (!succ || ways > 1) return flow_value(f, ir_arg(p, end, 0)) != VALUE_NOTHING;
  return flow_refine_equals(f, ir_arg(p, end, 0), ir_arg(p, end, succ));
}

typedef Vec(struct {
  Val phi;
  ValueId value;
}) PhiValues;

/* All phis at once: their operands are those before. */
static void assign_phis(Flow *f, Blk to, uint32_t edge) {
  const Program *p = f->a->program;
  const Block *block = ir_block(p, to);
  PhiValues values = {0};
  ir_each_inst(block, v) {
    const Inst *phi = ir_inst(p, v);
    if (phi->op != OP_PHI) break;
    ValueId value = flow_value(f, ir_arg(p, phi, edge));
    values.len++;
    vec_reserve(f->a->arena, &values, values.len);
    values.data[values.len - 1].phi = v;
    values.data[values.len - 1].value = value;
  }
  for (uint32_t i = 0; i < values.len; i++)
    flow_define(f, values.data[i].phi, values.data[i].value);
}

/* Which of the target's predecessor edges the succ-th edge of the block is. */
static uint32_t edge_number(const Program *p, Blk from, const Block *block,
                            uint32_t succ) {
  Blk to = ir_succ(p, block, succ);
  const Block *target = ir_block(p, to);
  uint32_t before = 0;
  for (uint32_t i = 0; i < succ; i++) before += ir_succ(p, block, i).id == to.id;
  for (uint32_t i = 0; i < target->pred_count; i++)
    if (ir_pred(p, target, i).id == from.id && !before--) return i;
  return 0;
}

/* What is known about registers is not accumulated: it is relative to their sets, which
 * grow. So each edge keeps what came over it last. */
static Pmap join_edges(Analysis *a, Context *c, BlockState *b, const Block *block,
                       uint32_t edge, Pmap regs) {
  if (!b->edges) {
    b->edges = arena_new_array(a->arena, Pmap, block->pred_count);
    for (uint32_t i = 0; i < block->pred_count; i++) b->edges[i] = EDGE_UNREACHED;
  }
  if (!a->observer) b->edges[edge] = regs;
  State all = {0};
  for (uint32_t i = 0; i < block->pred_count; i++) {
    State one = {b->edges[i] != EDGE_UNREACHED, 0, i == edge ? regs : b->edges[i]};
    all = flow_join(a, c, all, one, b->visits);
  }
  return all.regs;
}

static void go_to(Flow *f, Blk from, uint32_t succ) {
  Analysis *a = f->a;
  Context *c = f->c;
  const Block *block = ir_block(a->program, from);
  Blk to = ir_succ(a->program, block, succ);
  State before = f->s;
  if (refine_edge(f, block, succ)) {
    uint32_t edge = edge_number(a->program, from, block, succ);
    assign_phis(f, to, edge);
    FnInfo *info = &a->infos[c->fn.id];
    BlockState *b = &c->blocks[cfg_local(info->cfg, to)];
    uint32_t visits = loops_is_header(info->loops, to) ? b->visits : 0;
    Pmap live = flow_prune(a, c, f->s.regs, to);
    Pmap mem = b->reached ? flow_join_memory(a, c, b->mem, f->s.mem, visits) : f->s.mem;
    Pmap regs = join_edges(a, c, b, ir_block(a->program, to), edge, live);
    if (!b->reached || mem != b->mem || regs != b->regs) {
      if (a->observer) a->gave_up = analysis_unsettled;
      b->reached = b->dirty = true;
      b->visits++;
      b->mem = mem;
      b->regs = regs;
    }
  }
  f->s = before;
}

/* ---- ends of a function ---- */

static void return_from(Flow *f, const Inst *inst) {
  Analysis *a = f->a;
  Context *c = f->c;
  uint32_t count = ir_function(a->program, c->fn)->results.len;
  ValueId *results = arena_new_array(a->arena, ValueId, count + 1);
  for (uint32_t i = 0; i < count; i++) {
    bool given = i < inst->arg_count;
    results[i] = given ? flow_value(f, ir_arg(a->program, inst, i)) : VALUE_UNINITIALISED;
    if (!results[i]) return;
  }
  bool ends = c->callers.len == 0 && c->parent == CONTEXT_NONE;
  if (a->observer && ends) points_observe_end(f);
  flow_end_frame(f, results, count);
  Pmap exit =
    c->returns ? flow_join_memory(a, c, c->exit_mem, f->s.mem,
                                  c->recursive && c->exits > ENTRY_GROWTHS ? c->exits : 0)
               : f->s.mem;
  bool grew = !c->returns || exit != c->exit_mem;
  for (uint32_t i = 0; i < count; i++) {
    ValueId join = value_join(a->values, c->results[i], results[i]);
    if (join != c->results[i] && c->exits > 4 * ENTRY_GROWTHS)
      join = value_widen(a->values, c->results[i], join, (Thresholds){0},
                         a->program->ptr_bits, true, loc_size_limit, a);
    grew |= join != c->results[i];
    if (!a->observer) c->results[i] = join;
  }
  if (c->killed.count + c->renamed.count != c->lives_told) grew = true;
  if (!grew) return;
  if (a->observer) {
    a->gave_up = analysis_unsettled;
    return;
  }
  c->lives_told = c->killed.count + c->renamed.count;
  c->returns = true;
  c->exit_mem = exit;
  c->exits++;
  wake_callers(a, c);
}

/* ---- blocks and contexts ---- */

static void analyse_block(Analysis *a, Context *c, Blk id) {
  const Block *block = ir_block(a->program, id);
  BlockState *b = &c->blocks[id.id - ir_function(a->program, c->fn)->first_block];
  Flow f = {.a = a, .c = c, .s = {true, b->mem, b->regs}};
  Val last = ir_terminator(block);
  ir_each_inst(block, v) {
    if (v.id == last.id || ir_inst(a->program, v)->op == OP_PHI) continue;
    if (!flow_eval_instruction(&f, v) || !f.s.reached || a->gave_up) return;
  }
  f.at = last;
  const Inst *end = ir_inst(a->program, last);
  if (end->op == OP_RET) return_from(&f, end);
  bool stops = end->op == OP_EXIT || end->op == OP_ABORT;
  if (stops && a->observer) points_observe_end(&f);
  for (uint32_t i = 0; i < block->succ_count; i++) go_to(&f, id, i);
}

static bool sweep(Analysis *a, Context *c) {
  FnInfo *info = analysis_info(a, c->fn);
  bool worked = false;
  cfg_each_rpo(info->cfg, local) {
    BlockState *b = &c->blocks[local];
    if (!b->reached || (!b->dirty && b->version == c->version)) continue;
    b->dirty = false;
    b->version = c->version;
    worked = true;
    analyse_block(a, c, cfg_block(info->cfg, local));
    if (analysis_out_of_time(a)) return false;
  }
  return worked;
}

void context_analyse(Analysis *a, Context *c) {
  FnInfo *info = analysis_info(a, c->fn);
  a->depth++;
  c->active = true;
  if (c->size_version != a->size_version)
    for (uint32_t i = 0; i < info->cfg->count; i++) c->blocks[i].dirty = true;
  c->size_version = a->size_version;
  c->queued = false;
  while (sweep(a, c)) {
  }
  c->stable = c->version;
  c->active = false;
  a->depth--;
}

/* ---- which calls get contexts of their own ---- */

typedef struct Expansion {
  Analysis *a;
  uint64_t *tree;  /* instructions of a function and all that its calls run */
  uint64_t *times; /* contexts of a function */
} Expansion;

static uint64_t saturating(uint64_t a, uint64_t b) {
  uint64_t sum;
  return __builtin_add_overflow(a, b, &sum) ? UINT64_MAX / 2 : sum;
}

static uint64_t saturating_product(uint64_t a, uint64_t b) {
  uint64_t product;
  return __builtin_mul_overflow(a, b, &product) ? UINT64_MAX / 2 : product;
}

static uint64_t own_size(const Analysis *a, uint32_t fn) {
  return a->program->functions.data[fn].inst_count + 4;
}

static void measure_trees(Expansion *e) {
  const Callgraph *g = e->a->callgraph;
  for (uint32_t i = 0; i < g->bottom_up.len; i++) {
    uint32_t fn = g->bottom_up.data[i];
    uint64_t size = own_size(e->a, fn);
    for (uint32_t s = 0; s < g->nodes[fn].sites.len; s++) {
      const CallSite *site = &g->sites.data[g->nodes[fn].sites.data[s]];
      for (uint32_t k = 0; k < site->callees.len; k++)
        size = saturating(size, e->tree[site->callees.data[k]]);
    }
    e->tree[fn] = size;
  }
}

static bool may_expand(const Expansion *e, uint32_t fn, uint64_t limit) {
  return e->tree[fn] <= limit || e->a->callgraph->nodes[fn].called_by.len <= 1;
}

static uint64_t measure(Expansion *e, uint64_t limit) {
  const Callgraph *g = e->a->callgraph;
  uint64_t total = 0;
  memset(e->times, 0, e->a->program->functions.len * sizeof *e->times);
  if (e->a->program->entry.id != IR_NONE) e->times[e->a->program->entry.id] = 1;
  for (uint32_t i = g->bottom_up.len; i-- > 0;) {
    uint32_t fn = g->bottom_up.data[i];
    if (e->times[fn] > 1 && !may_expand(e, fn, limit)) e->times[fn] = 1;
    total = saturating(total, saturating_product(e->times[fn], own_size(e->a, fn)));
    for (uint32_t s = 0; s < g->nodes[fn].sites.len; s++) {
      const CallSite *site = &g->sites.data[g->nodes[fn].sites.data[s]];
      for (uint32_t k = 0; k < site->callees.len; k++) {
        uint32_t callee = site->callees.data[k];
        bool inside = g->nodes[callee].component == g->nodes[fn].component;
        if (!inside)
          e->times[callee] = saturating(e->times[callee], e->times[fn]);
        else if (!e->times[callee])
          e->times[callee] = e->times[fn];
      }
    }
  }
  return total;
}

/* Small trees of calls get contexts for each call, as many as fit. */
static void choose_expansion(Analysis *a) {
  uint32_t count = a->program->functions.len;
  Expansion e = {a, arena_new_array(a->arena, uint64_t, count),
                 arena_new_array(a->arena, uint64_t, count)};
  measure_trees(&e);
  uint64_t budget = EXPANSION + 2 * (uint64_t)a->program->insts.len, limit = 1 << 20;
  while (limit > 8 && measure(&e, limit) > budget) limit /= 2;
  a->expand = bitset_new(a->arena, count);
  for (uint32_t fn = 0; fn < count; fn++)
    if (may_expand(&e, fn, limit)) bitset_add(&a->expand, fn);
}

/* ---- the whole ---- */

ContentId analysis_first_content(Analysis *a, Glob g, bool known) {
  const Global *global = ir_global(a->program, g);
  bool open = global->flags & GLOB_EXTERN;
  bool constant = global->flags & GLOB_CONST;
  int64_t size = global->size ? (int64_t)global->size : open ? INT64_MAX : 0;
  if (open) return content_bytes(a->contents, size, VALUE_ANYTHING);
  ContentId image = content_image(a->contents, g);
  return known || constant ? image : content_spoil(a->contents, image, VALUE_ANYTHING);
}

static Pmap first_memory(Analysis *a, bool known) {
  Pmap mem = 0;
  for (uint32_t g = 0; g < a->program->globals.len; g++)
    mem = pmap_set(a->mems, mem, loc_of_global(a, (Glob){g}),
                   analysis_first_content(a, (Glob){g}, known));
  return mem;
}

void context_enter_anything(Analysis *a, Context *c) {
  const Function *function = ir_function(a->program, c->fn);
  Flow in = {.a = a, .c = c};
  for (uint32_t i = 0; i < function->params.len; i++) {
    unsigned bits = ir_type_bits(a->program, function->params.data[i]);
    flow_define(&in, (Val){function->first + i},
                value_clip(a->values, VALUE_ANYTHING, bits));
  }
}

/* A library: every function is called with anything, in any state of the globals. */
static void enter_all(Analysis *a) {
  Pmap mem = first_memory(a, false);
  ir_each_function(a->program, fn) {
    if (!ir_function_has_body(ir_function(a->program, fn))) continue;
    Context *c = context_new(a, fn, CONTEXT_NONE, VAL_NONE);
    c->many = true;
    c->recursive = callgraph_node(a->callgraph, fn)->recursive;
    c->group = ++a->groups;
    map_set(a->arena, &a->shared, (uint64_t)c->group << 32 | fn.id, c->id + 1);
    context_enter_anything(a, c);
    context_enter(a, c, mem);
  }
}

static void enter_entry(Analysis *a) {
  Fn fn = a->program->entry;
  const CallNode *node = callgraph_node(a->callgraph, fn);
  Context *c = context_new(a, fn, CONTEXT_NONE, VAL_NONE);
  c->recursive = node->recursive;
  c->many = node->called_by.len > 0;
  c->group = 0;
  map_set(a->arena, &a->shared, fn.id, c->id + 1);
  context_enter_anything(a, c);
  context_enter(a, c, first_memory(a, true));
}

const char analysis_unsettled[] = "no fixpoint was reached";

static void settle(Analysis *a) {
  uint32_t sizes;
  do {
    sizes = a->size_version;
    while (a->queue_next < a->queue.len && !a->gave_up) {
      Context *c = a->contexts.data[a->queue.data[a->queue_next++]];
      if (c->queued) context_analyse(a, c);
    }
    for (uint32_t i = 0; i < a->contexts.len; i++) {
      Context *c = a->contexts.data[i];
      if (c->entered && c->size_version != a->size_version) context_queue(a, c);
    }
  } while (!a->gave_up && (sizes != a->size_version || a->queue_next < a->queue.len));
}

void flow_run(Analysis *a) {
  choose_expansion(a);
  if (a->program->entry.id == IR_NONE)
    enter_all(a);
  else
    enter_entry(a);
  settle(a);
}

void flow_run_on(Analysis *a) {
  a->gave_up = NULL;
  for (uint32_t i = 0; i < a->contexts.len; i++) {
    Context *c = a->contexts.data[i];
    if (!c->entered) continue;
    uint32_t count = analysis_info(a, c->fn)->cfg->count;
    for (uint32_t k = 0; k < count; k++) c->blocks[k].dirty = true;
    context_queue(a, c);
  }
  settle(a);
}

void flow_observe(Analysis *a) {
  for (uint32_t i = 0; i < a->contexts.len && !a->gave_up; i++) {
    Context *c = a->contexts.data[i];
    if (!c->entered) continue;
    FnInfo *info = analysis_info(a, c->fn);
    cfg_each_rpo(info->cfg, local) {
      if (c->blocks[local].reached) analyse_block(a, c, cfg_block(info->cfg, local));
    }
  }
}
