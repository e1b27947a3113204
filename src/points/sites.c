/* Locations, functions and contexts of an analysis. A location is single-instance (seed,
 * section 3.1) when its instruction is not on a cycle of the interprocedural graph: not
 * in a loop, and in a context that is entered once. Contexts are a tree of calls, so a
 * function that is called from two places counts as two; functions whose tree is too
 * large share one context. */
#include <stdlib.h>

#include "base/panic.h"
#include "points/analysis.h"

#define MAX_THRESHOLDS 48
/* Of shared contexts: 0 is for calls from anywhere. */
#define CALLBACK_GROUP 1

/* ---- sites ---- */

static int site_kind(const Inst *inst) {
  switch (inst->op) {
  case OP_ALLOCA:
  case OP_VARARGS: return POINTS_STACK;
  case OP_ALLOC: return inst->flags & INST_STATIC ? POINTS_STATIC : POINTS_HEAP;
  case OP_REALLOC: return POINTS_HEAP;
  default: return -1;
  }
}

static void make_sites(Analysis *a) {
  const Program *p = a->program;
  ir_each_function(p, f) vec_push(a->arena, &a->sites, (Site){POINTS_FUNCTION, f.id});
  for (uint32_t g = 0; g < p->globals.len; g++)
    vec_push(a->arena, &a->sites, (Site){POINTS_GLOBAL, g});
  a->site_of_inst = arena_new_array(a->arena, uint32_t, p->insts.len);
  for (uint32_t i = 0; i < p->insts.len; i++) {
    int kind = site_kind(&p->insts.data[i]);
    a->site_of_inst[i] = kind < 0 ? LOC_NONE : a->sites.len;
    if (kind >= 0) vec_push(a->arena, &a->sites, (Site){(uint8_t)kind, i});
  }
}

static uint64_t site_first_size(const Analysis *a, const Site *site, uint64_t *hi) {
  if (site->kind == POINTS_FUNCTION) return *hi = 0;
  if (site->kind != POINTS_GLOBAL) return *hi = 0, UINT64_MAX;
  const Global *g = &a->program->globals.data[site->source];
  bool open = (g->flags & GLOB_EXTERN) && !g->size;
  *hi = open ? UINT64_MAX : g->size;
  return g->size;
}

static uint32_t new_loc(Analysis *a, uint32_t site, uint32_t context, bool summary) {
  uint64_t hi, lo = site_first_size(a, &a->sites.data[site], &hi);
  vec_push(a->arena, &a->locs,
           (Loc){.site = site,
                 .context = context,
                 .twin = LOC_NONE,
                 .summary = summary,
                 .never_freed = true,
                 .size_lo = lo,
                 .size_hi = hi});
  return a->locs.len - 1;
}

static bool in_loop(Analysis *a, Context *c, Val inst) {
  FnInfo *info = analysis_info(a, c->fn);
  return loops_depth(info->loops, ir_inst(a->program, inst)->block) > 0;
}

uint32_t loc_of_inst(Analysis *a, Context *c, Val inst) {
  uint32_t site = a->site_of_inst[inst.id];
  BELAY_ASSERT(site != LOC_NONE);
  if (a->flat) return site;
  uint64_t *known = map_find(&c->locs, inst.id);
  if (known) return (uint32_t)*known;
  bool stack = a->sites.data[site].kind == POINTS_STACK;
  bool several = in_loop(a, c, inst) || (stack ? c->recursive : c->many);
  bool varargs = ir_inst(a->program, inst)->op == OP_VARARGS;
  uint32_t loc = new_loc(a, site, c->id, several && varargs);
  if (several && !varargs) {
    uint32_t old = new_loc(a, site, c->id, true);
    a->locs.data[loc].twin = old;
    a->locs.data[old].twin = loc;
  }
  map_set(a->arena, &c->locs, inst.id, loc);
  return loc;
}

void loc_grow_size(Analysis *a, uint32_t loc, uint64_t lo, uint64_t hi) {
  Loc *l = &a->locs.data[loc];
  if (lo < l->size_lo || hi > l->size_hi) {
    if (lo < l->size_lo) l->size_lo = lo;
    if (hi > l->size_hi) l->size_hi = hi;
    a->size_version++;
    a->version++;
  }
  if (l->twin != LOC_NONE) {
    Loc *twin = &a->locs.data[l->twin];
    twin->size_lo = l->size_lo;
    twin->size_hi = l->size_hi;
  }
}

int64_t loc_size_limit(void *analysis, uint32_t loc) {
  const Analysis *a = analysis;
  uint64_t size = a->locs.data[loc].size_hi;
  return size > (uint64_t)OFFSET_LIMIT / 4 ? -1 : (int64_t)size;
}

/* ---- functions ---- */

static int compare_i64(const void *x, const void *y) {
  int64_t a = *(const int64_t *)x, b = *(const int64_t *)y;
  return a < b ? -1 : a > b;
}

typedef Vec(int64_t) VecI64;

static void add_threshold(Analysis *a, VecI64 *found, Val v) {
  int64_t x;
  if (found->len >= 3 * MAX_THRESHOLDS || !ir_const_int(a->program, v, &x)) return;
  if (x > INT64_MIN) vec_push(a->arena, found, x - 1);
  vec_push(a->arena, found, x);
  if (x < INT64_MAX) vec_push(a->arena, found, x + 1);
}

/* The numbers that the function compares with, and their neighbours. */
static Thresholds find_thresholds(Analysis *a, const Function *function) {
  const Program *p = a->program;
  VecI64 found = {0};
  for (int64_t x = -1; x <= 1; x++) vec_push(a->arena, &found, x);
  for (uint32_t i = 0; i < function->inst_count; i++) {
    const Inst *inst = &p->insts.data[function->first + i];
    if (inst->op != OP_ICMP && inst->op != OP_SWITCH) continue;
    for (uint32_t k = 0; k < inst->arg_count; k++)
      add_threshold(a, &found, ir_arg(p, inst, k));
  }
  qsort(found.data, found.len, sizeof *found.data, compare_i64);
  uint32_t kept = 0;
  for (uint32_t i = 0; i < found.len; i++)
    if (!kept || found.data[kept - 1] != found.data[i])
      found.data[kept++] = found.data[i];
  return (Thresholds){found.data, kept};
}

static void find_objects(Analysis *a, FnInfo *info, const Function *function) {
  const Program *p = a->program;
  info->scoped = bitset_new(a->arena, function->inst_count);
  info->mortal = bitset_new(a->arena, function->inst_count);
  for (uint32_t i = 0; i < function->inst_count; i++) {
    Val v = {function->first + i};
    const Inst *inst = ir_inst(p, v);
    if (inst->op == OP_STACK_RESTORE) bitset_fill(&info->mortal);
    if (inst->op == OP_SCOPE_BEGIN || inst->op == OP_SCOPE_END)
      bitset_add(&info->mortal, ir_arg(p, inst, 0).id - function->first);
    if (inst->op == OP_ALLOCA || inst->op == OP_VARARGS)
      vec_push(a->arena, &info->objects, v.id);
    if (inst->op == OP_SCOPE_BEGIN)
      bitset_add(&info->scoped, ir_arg(p, inst, 0).id - function->first);
  }
}

FnInfo *analysis_info(Analysis *a, Fn fn) {
  FnInfo *info = &a->infos[fn.id];
  const Function *function = ir_function(a->program, fn);
  if (info->cfg || !ir_function_has_body(function)) return info;
  info->cfg = cfg_new(a->program, fn, a->arena);
  info->loops = loops_new(info->cfg, a->arena);
  info->live = live_new(a->program, fn, a->arena);
  info->thresholds = find_thresholds(a, function);
  info->kept = bitset_new(a->arena, function->inst_count);
  find_objects(a, info, function);
  return info;
}

const VecU32 *analysis_registers_after(Analysis *a, Context *c, Val at) {
  FnInfo *info = analysis_info(a, c->fn);
  uint64_t *known = map_find(&info->after, at.id);
  if (known) return &info->after_lists.data[*known - 1];
  VecU32 list = {0};
  live_after(info->live, a->arena, at, &list);
  for (uint32_t i = 0; i < info->kept_list.len; i++) {
    uint32_t kept = info->kept_list.data[i];
    bool there = false;
    for (uint32_t k = 0; k < list.len && !there; k++) there = list.data[k] == kept;
    if (!there) vec_push(a->arena, &list, kept);
  }
  vec_push(a->arena, &info->after_lists, list);
  map_set(a->arena, &info->after, at.id, info->after_lists.len);
  return &vec_last(&info->after_lists);
}

/* ---- contexts ---- */

Context *context_new(Analysis *a, Fn fn, uint32_t parent, Val call) {
  const Function *function = ir_function(a->program, fn);
  Context *c = arena_new_object(a->arena, Context);
  c->id = a->contexts.len;
  c->fn = fn;
  c->parent = parent;
  c->call = call;
  c->set = arena_new_array(a->arena, ValueId, function->inst_count);
  c->changes = arena_new_array(a->arena, uint8_t, function->inst_count);
  c->blocks = arena_new_array(a->arena, BlockState, function->block_count);
  c->results = arena_new_array(a->arena, ValueId, function->results.len + 1);
  vec_push(a->arena, &a->contexts, c);
  return c;
}

static Context *shared_context(Analysis *a, uint32_t group, Fn fn, bool recursive) {
  uint64_t *known = map_at(a->arena, &a->shared, (uint64_t)group << 32 | fn.id);
  if (*known) return a->contexts.data[*known - 1];
  Context *c = context_new(a, fn, CONTEXT_NONE, VAL_NONE);
  c->group = group;
  c->many = true;
  c->recursive = recursive;
  *known = c->id + 1;
  return c;
}

Reach *analysis_reach(Analysis *a, Fn fn) {
  return ir_function(a->program, fn)->flags & FN_MODEL ? &a->library : &a->outside;
}

bool analysis_calls_back(const Analysis *a) {
  return a->outside.calls_back || a->library.calls_back;
}

static Context *make_child(Analysis *a, Context *c, Val call, Fn fn) {
  const CallNode *node = callgraph_node(a->callgraph, fn);
  bool inside = node->component == callgraph_node(a->callgraph, c->fn)->component;
  if (a->flat) return shared_context(a, 0, fn, node->recursive);
  if (inside && node->recursive) return shared_context(a, c->group, fn, true);
  bool own = bitset_has(&a->expand, fn.id);
  if (node->recursive) return shared_context(a, own ? ++a->groups : 0, fn, true);
  if (!own) return shared_context(a, 0, fn, analysis_calls_back(a));
  Context *child = context_new(a, fn, c->id, call);
  child->many = c->many || in_loop(a, c, call);
  child->recursive = child->reentrant = c->reentrant;
  return child;
}

Context *context_of_callback(Analysis *a, Context *c, Val at, Fn fn) {
  if (a->flat) return context_of_call(a, c, at, fn);
  Context *callee = shared_context(a, CALLBACK_GROUP, fn, true);
  callee->reentrant = true;
  return callee;
}

Context *context_of_call(Analysis *a, Context *c, Val call, Fn fn) {
  uint64_t key = (uint64_t)call.id << 32 | fn.id;
  uint64_t *known = map_find(&c->children, key);
  if (known) return a->contexts.data[*known - 1];
  Context *child = make_child(a, c, call, fn);
  map_set(a->arena, &c->children, key, child->id + 1);
  return child;
}

/* ---- the whole ---- */

static uint64_t content_mask(void *context, uint32_t id) {
  const Analysis *a = context;
  return content_get(a->contents, id)->mask | (uint64_t)1 << 63;
}

static uint64_t value_mask(void *context, uint32_t id) {
  const Analysis *a = context;
  return value_get(a->values, id)->mask;
}

static ValueId address_of_const(void *context, const Const *c) {
  Analysis *a = context;
  bool function = c->kind == CONST_FUNC;
  uint32_t loc = function ? c->index : a->program->functions.len + c->index;
  int64_t offset = (int64_t)c->lo;
  return value_target(a->values, target_make(loc, offset, offset, 0));
}

Analysis *analysis_new(const Program *p, Arena *arena, const PointsOptions *options,
                       const Analysis *flat) {
  Analysis *a = arena_new_object(arena, Analysis);
  a->arena = arena;
  a->program = p;
  a->options = options;
  a->flat = !flat;
  a->base = (Analysis *)(uintptr_t)flat;
  a->values = values_new(arena, p->ptr_bits);
  a->contents = contents_new(arena, p, a->values);
  a->contents->address_of = address_of_const;
  a->contents->context = a;
  a->mems = pmaps_new(arena, content_mask, a);
  a->regs = pmaps_new(arena, value_mask, a);
  a->const_values = arena_new_array(arena, ValueId, p->consts.len);
  a->groups = 1;
  make_sites(a);
  uint32_t fixed = flat ? p->functions.len + p->globals.len : a->sites.len;
  for (uint32_t s = 0; s < fixed; s++) {
    bool single = a->sites.data[s].kind <= POINTS_GLOBAL;
    new_loc(a, s, CONTEXT_NONE, !single || !flat);
  }
  a->outside.sites = bitset_new(arena, a->sites.len);
  a->exposed.sites = bitset_new(arena, a->sites.len);
  a->library = (Reach){.library = true, .sites = bitset_new(arena, a->sites.len)};
  if (flat) {
    a->outside = flat->outside;
    a->library = flat->library;
    a->exposed = flat->exposed;
    a->held = flat->held;
  }
  a->freed = flat ? flat->freed : bitset_new(arena, a->sites.len);
  a->touch = flat ? flat->touch : NULL;
  a->infos = flat ? flat->infos : arena_new_array(arena, FnInfo, p->functions.len);
  a->callgraph = flat ? flat->callgraph : callgraph_new(p, arena, NULL);
  return a;
}

uint64_t analysis_work(const Analysis *a) {
  return a->ticks + a->values->ticks + a->mems->ticks + a->regs->ticks;
}

bool analysis_out_of_time(Analysis *a) {
  if (a->gave_up) return true;
  if (analysis_work(a) > a->limit) a->gave_up = "the effort limit was reached";
  return a->gave_up != NULL;
}
