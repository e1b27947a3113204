/* Calls. The callee sees the part of the memory that it or what it calls may touch (from
 * the flat mode: access-based localisation, Oh, Brutschy and Yi 2011); the rest stays as
 * it is in the caller. What died in the callee is dead in the caller's registers as well.
 */
#include "points/analysis.h"

#define MAX_NESTING 300
#define MAX_ROUNDS 40

/* ---- memory in and out ---- */

typedef struct Part {
  Analysis *a;
  const Touch *touch;
} Part;

static bool touches(const Part *part, uint32_t loc) {
  return bitset_has(&part->touch->sites, part->a->locs.data[loc].site);
}

static uint32_t keep_touched(void *context, uint32_t loc, uint32_t x, uint32_t y) {
  (void)y;
  return touches(context, loc) ? x : 0;
}

static uint32_t take_touched(void *context, uint32_t loc, uint32_t x, uint32_t y) {
  return touches(context, loc) ? y : x;
}

static Pmap memory_for(Analysis *a, Fn fn, Pmap mem) {
  Touch *touch = &a->touch[fn.id];
  uint64_t *known = map_find(&touch->restricted, mem);
  if (known) return (Pmap)*known;
  Part part = {a, touch};
  Pmap kept = pmap_combine(a->mems, mem, 0, keep_touched, &part, NULL);
  map_set(a->arena, &touch->restricted, mem, kept);
  return kept;
}

static Pmap memory_from(Analysis *a, Fn fn, Pmap before, Pmap after) {
  Touch *touch = &a->touch[fn.id];
  Part part = {a, touch};
  return pmap_combine(a->mems, before, after, take_touched, &part, &touch->returned);
}

/* ---- arguments and results ---- */

static void pass_arguments(Flow *f, const Inst *call, Context *callee, bool known) {
  Analysis *a = f->a;
  const Program *p = a->program;
  const Function *function = ir_function(p, callee->fn);
  Flow in = {.a = a, .c = callee};
  for (uint32_t i = 0; i < function->params.len; i++) {
    Type type = function->params.data[i];
    unsigned bits = ir_type_bits(p, type);
    ValueId v = value_clip(a->values, VALUE_ANYTHING, bits);
    bool given = known && i + 1 < call->arg_count;
    if (given && flow_bits(f, ir_arg(p, call, i + 1)) == bits)
      v = flow_value(f, ir_arg(p, call, i + 1));
    if (v) flow_define(&in, (Val){function->first + i}, v);
  }
}

static Pmap pass_varargs(Flow *f, const Inst *call, Context *callee, Pmap mem) {
  Analysis *a = f->a;
  const FnInfo *info = analysis_info(a, callee->fn);
  uint32_t fixed = ir_function(a->program, callee->fn)->params.len;
  for (uint32_t i = 0; i < info->objects.len; i++) {
    Val object = {info->objects.data[i]};
    if (ir_inst(a->program, object)->op != OP_VARARGS) continue;
    uint64_t size;
    ContentId content = flow_varargs(f, call, fixed, &size);
    uint32_t loc = loc_of_inst(a, callee, object);
    loc_grow_size(a, loc, size, size);
    if (a->flat) {
      flow_set_content(f, loc, content);
      continue;
    }
    if (a->locs.data[loc].summary)
      content = content_join(a->contents, content, pmap_get(a->mems, mem, loc));
    mem = pmap_set(a->mems, mem, loc, content);
  }
  return mem;
}

static void add_caller(Analysis *a, Context *callee, uint32_t context, uint32_t block) {
  for (uint32_t i = 0; i < callee->callers.len; i++) {
    const Caller *c = &callee->callers.data[i];
    if (c->context == context && c->block == block) return;
  }
  vec_push(a->arena, &callee->callers, (Caller){context, block});
}

/* ---- what the caller's registers learn ---- */

static void apply_lives(Flow *f, const Context *callee, Pmap before) {
  Analysis *a = f->a;
  for (uint32_t i = 0; i < callee->renamed.count; i++) {
    uint32_t young = (uint32_t)callee->renamed.entries[i].key;
    flow_rename_registers(f, young);
    map_set(a->arena, &f->c->renamed, young, 1);
  }
  for (uint32_t i = 0; i < callee->killed.count; i++) {
    uint32_t loc = (uint32_t)callee->killed.entries[i].key;
    bool was = pmap_get(a->mems, before, loc), is = pmap_get(a->mems, f->s.mem, loc);
    flow_kill_registers(f, loc, was && !is && !a->locs.data[loc].summary);
    map_set(a->arena, &f->c->killed, loc, 1);
  }
}

/* ---- one callee ---- */

static bool call_flat(Flow *f, const Inst *inst, Context *callee, bool known) {
  pass_arguments(f, inst, callee, known);
  if (known) pass_varargs(f, inst, callee, 0);
  if (!callee->entered) {
    callee->entered = true;
    f->a->version++;
  }
  return true;
}

static bool call_context(Flow *f, const Inst *inst, Context *callee, bool known) {
  Analysis *a = f->a;
  if (a->flat) return call_flat(f, inst, callee, known);
  uint32_t block =
    ir_inst(a->program, f->at)->block.id - ir_function(a->program, f->c->fn)->first_block;
  Pmap before = f->s.mem;
  pass_arguments(f, inst, callee, known);
  Pmap mem = memory_for(a, callee->fn, before);
  if (known) mem = pass_varargs(f, inst, callee, mem);
  add_caller(a, callee, f->c->id, block);
  context_enter(a, callee, mem);
  if (!a->observer && callee->queued && !callee->active && a->depth < MAX_NESTING) {
    callee->invoked_by = (Caller){f->c->id, block};
    context_analyse(a, callee);
    callee->invoked_by = (Caller){CONTEXT_NONE, 0};
  }
  if (!callee->returns || a->gave_up) return false;
  f->s.mem = memory_from(a, callee->fn, before, callee->exit_mem);
  apply_lives(f, callee, before);
  return true;
}

static void add_result(Flow *f, Val at, uint32_t number, ValueId *result, ValueId v) {
  if (!number) {
    *result = value_join(f->a->values, *result, v);
    return;
  }
  uint64_t *part = map_at(f->a->arena, &f->c->parts, (uint64_t)at.id << 32 | number);
  ValueId join = value_join(f->a->values, (ValueId)*part, v);
  if (join != *part) f->a->version++, f->c->version++;
  *part = join;
}

static void add_results(Flow *f, Val at, const Context *callee, ValueId *result) {
  const Program *p = f->a->program;
  const Inst *inst = ir_inst(p, at);
  const Function *function = ir_function(p, callee->fn);
  for (uint32_t i = 0; i < function->results.len; i++)
    add_result(f, at, i, result, callee->results[i]);
  if (type_is_void(inst->type)) return;
  if (!function->results.len) add_result(f, at, 0, result, VALUE_UNINITIALISED);
}

void flow_eval_part(Flow *f, Val at, const Inst *inst) {
  Val call = ir_arg(f->a->program, inst, 0);
  unsigned bits = flow_bits(f, at);
  uint64_t key = (uint64_t)call.id << 32 | (uint64_t)inst->imm;
  uint64_t *known = map_find(&f->c->parts, key);
  ValueId v = known ? (ValueId)*known : VALUE_ANYTHING;
  if (!v) return;
  flow_define(f, at, value_clip(f->a->values, v, bits));
}

/* ---- unknown code ---- */

typedef struct Havoc {
  Flow *f;
  const Reach *reach;
  VecU32 locs;
} Havoc;

static void collect_reached(void *context, uint32_t loc, uint32_t content) {
  (void)content;
  Havoc *h = context;
  if (bitset_has(&h->reach->sites, h->f->a->locs.data[loc].site))
    vec_push(h->f->a->arena, &h->locs, loc);
}

static void spoil_location(Flow *f, uint32_t loc, const Reach *reach, VecU32 *dead) {
  Analysis *a = f->a;
  const Site *site = loc_site(a, loc);
  bool constant = site->kind == POINTS_GLOBAL &&
                  (a->program->globals.data[site->source].flags & GLOB_CONST);
  ContentId old = flow_content(f, loc);
  if (old && !constant)
    flow_set_content(f, loc, content_spoil(a->contents, old, VALUE_ANYTHING));
  bool frees = !reach->library && site->kind == POINTS_HEAP;
  if (frees) vec_push(a->arena, dead, loc);
}

static void spoil_reached(Flow *f, const Reach *reach) {
  Analysis *a = f->a;
  Havoc h = {.f = f, .reach = reach};
  VecU32 dead = {0};
  if (a->flat) {
    bitset_each(&reach->sites, s) spoil_location(f, s, reach, &dead);
  } else {
    pmap_each(a->mems, f->s.mem, collect_reached, &h);
    for (uint32_t i = 0; i < h.locs.len; i++)
      spoil_location(f, h.locs.data[i], reach, &dead);
  }
  flow_may_kill(f, value_of_locations(a->values, dead.data, dead.len));
}

/* It may call back whatever function it can reach, any number of times. */
static void call_back(Flow *f, const Inst *inst, const Reach *reach) {
  Analysis *a = f->a;
  for (int round = 0; round < MAX_ROUNDS; round++) {
    State before = f->s;
    for (uint32_t s = 0; s < a->program->functions.len; s++) {
      Fn fn = {s};
      if (!bitset_has(&reach->sites, s) ||
          !ir_function_has_body(ir_function(a->program, fn)))
        continue;
      State now = f->s;
      Context *callee = context_of_callback(a, f->c, f->at, fn);
      bool back = call_context(f, inst, callee, false);
      f->s = back ? flow_join(a, f->c, now, f->s, 0) : now;
    }
    if (a->flat || (before.mem == f->s.mem && before.regs == f->s.regs)) return;
    spoil_reached(f, reach);
  }
  if (!a->gave_up) a->gave_up = "calls back from unknown code do not settle";
}

static void reach_value(Flow *f, Reach *reach, ValueId v) {
  const Value *x = value_get(f->a->values, v);
  for (uint32_t i = 0; i < x->count; i++) {
    uint32_t site = f->a->locs.data[x->targets[i].loc].site;
    if (bitset_has(&reach->sites, site)) continue;
    bitset_add(&reach->sites, site);
    f->a->version++;
  }
}

void flow_expose(Flow *f, ValueId v) {
  if (f->a->flat && value_get(f->a->values, v)->count) reach_value(f, &f->a->exposed, v);
}

void flow_unknown_code(Flow *f, const Inst *inst, Reach *reach) {
  Analysis *a = f->a;
  if (a->flat) {
    if (!reach->runs) a->version++;
    reach->runs = true;
    for (uint32_t i = inst->op == OP_CALL; i < inst->arg_count; i++)
      reach_value(f, reach, flow_value(f, ir_arg(a->program, inst, i)));
  }
  spoil_reached(f, reach);
  if (reach->calls_back || a->flat) call_back(f, inst, reach);
}

/* ---- calls ---- */

typedef struct CallJoin {
  Val at;
  State before, after;
  ValueId result;
} CallJoin;

static void call_one(Flow *f, const Inst *inst, Fn fn, CallJoin *join) {
  Analysis *a = f->a;
  const Function *function = ir_function(a->program, fn);
  f->s = join->before;
  bool returns = true;
  if (!ir_function_has_body(function)) {
    flow_unknown_code(f, inst, analysis_reach(a, fn));
    add_result(f, join->at, 0, &join->result, VALUE_ANYTHING);
    returns = !(function->flags & FN_NORETURN);
  } else {
    Context *callee = context_of_call(a, f->c, join->at, fn);
    returns = call_context(f, inst, callee, true);
    if (returns) add_results(f, join->at, callee, &join->result);
  }
  if (!returns) return;
  join->after = flow_join(a, f->c, join->after, f->s, 0);
}

static void call_anything(Flow *f, const Inst *inst, CallJoin *join) {
  const Program *p = f->a->program;
  f->s = join->before;
  flow_unknown_code(f, inst, &f->a->outside);
  join->after = flow_join(f->a, f->c, join->after, f->s, 0);
  add_result(f, join->at, 0, &join->result, VALUE_ANYTHING);
  ir_each_function(p, fn) {
    if (ir_function(p, fn)->flags & FN_ADDRESS_TAKEN) call_one(f, inst, fn, join);
  }
}

bool flow_eval_call(Flow *f, Val at, const Inst *inst) {
  Analysis *a = f->a;
  Val callee = ir_arg(a->program, inst, 0);
  ValueId v = flow_value(f, callee);
  if (!v) return a->flat;
  if (a->observer) points_observe_call(f, at, v);
  for (uint32_t i = 1; i < inst->arg_count && !a->flat; i++)
    if (!flow_value(f, ir_arg(a->program, inst, i))) return false;
  CallJoin join = {.at = at, .before = f->s};
  const Value *x = value_get(a->values, v);
  ValueId good = VALUE_NOTHING;
  for (uint32_t i = 0; i < x->count; i++) {
    const Target *t = &x->targets[i];
    bool start = t->lo <= 0 && t->hi >= 0;
    if (loc_site(a, t->loc)->kind != POINTS_FUNCTION || !start) continue;
    Target one = target_make(t->loc, 0, 0, 0);
    good = value_join(a->values, good, value_target(a->values, one));
    call_one(f, inst, (Fn){t->loc}, &join);
  }
  if (value_may_be_wild(a->values, v))
    call_anything(f, inst, &join);
  else if (good && val_is_inst(callee) && join.after.reached) {
    f->s = join.after;
    flow_refine_register(f, callee, good);
    join.after = f->s;
  }
  f->s = join.after;
  if (!a->flat && !join.after.reached) return false;
  if (!type_is_void(inst->type))
    flow_define(f, at, value_clip(a->values, join.result, flow_bits(f, at)));
  return a->flat || type_is_void(inst->type) || join.result;
}
