/* Loads that give the same as an earlier load or store: same address, and nothing in
 * between may have written there. So what a test of the first says holds for the second.
 * Forward dataflow on bit sets, one bit a load or store; aliasing from the flat mode. */
#include "points/analysis.h"

#define MAX_FACTS 600

/* "The `size` bytes at root + offset are `value`", since this instruction. */
typedef struct Fact {
  Val inst, value, address;
  uint32_t root; /* value id, or a global's */
  int64_t offset;
  uint32_t size;
  Type type;
} Fact;

typedef struct Equal {
  Analysis *a;
  Flow f; /* flat */
  FnInfo *info;
  const Function *function;
  Vec(Fact) facts;
  uint32_t *fact_of; /* local number -> 1 + fact */
  VecU32 *about;     /* local number -> facts whose root or value it is */
  Bitset *out;       /* by block */
} Equal;

/* ---- addresses ---- */

static void split_address(const Program *p, Val address, uint32_t *root,
                          int64_t *offset) {
  *offset = 0;
  for (int depth = 0; depth < 16 && val_is_inst(address); depth++) {
    const Inst *inst = ir_inst(p, address);
    if (inst->op != OP_ADDR || inst->arg_count != 1) break;
    *offset += inst->imm;
    address = ir_arg(p, inst, 0);
  }
  *root = address.id;
  if (!val_is_const(address) || ir_const(p, address)->kind != CONST_GLOBAL) return;
  *offset += (int64_t)ir_const(p, address)->lo;
  *root = VAL_CONST_BIT | 0x40000000u | ir_const(p, address)->index;
}

static bool spans_meet(const Target *x, int64_t n, const Target *y, int64_t m) {
  return x->loc == y->loc && x->lo < y->hi + m && y->lo < x->hi + n;
}

static bool is_exposed(const Analysis *a, const Value *v) {
  for (uint32_t i = 0; i < v->count; i++)
    if (bitset_has(&a->exposed.sites, a->locs.data[v->targets[i].loc].site)) return true;
  return false;
}

/* Whether n bytes at v may be among m bytes at w. */
static bool may_meet(const Analysis *a, ValueId v, int64_t n, ValueId w, int64_t m) {
  const Value *x = value_get(a->values, v), *y = value_get(a->values, w);
  bool wild_v = value_may_be_wild(a->values, v), wild_w = value_may_be_wild(a->values, w);
  if ((wild_v && wild_w) || (wild_v && is_exposed(a, y)) || (wild_w && is_exposed(a, x)))
    return true;
  if (!(x->mask & y->mask)) return false;
  for (uint32_t i = 0; i < x->count; i++)
    for (uint32_t k = 0; k < y->count; k++)
      if (spans_meet(&x->targets[i], n, &y->targets[k], m)) return true;
  return false;
}

static bool meets_sites(const Analysis *a, ValueId v, const Bitset *sites) {
  const Value *x = value_get(a->values, v);
  if (value_may_be_wild(a->values, v)) return true;
  for (uint32_t i = 0; i < x->count; i++)
    if (bitset_has(sites, a->locs.data[x->targets[i].loc].site)) return true;
  return false;
}

/* ---- what ends facts ---- */

static ValueId address_value(Equal *e, const Fact *fact) {
  return flow_value(&e->f, fact->address);
}

static void drop_written(Equal *e, Bitset *facts, Val to, int64_t n) {
  ValueId w = flow_value(&e->f, to);
  bitset_each(facts, i) {
    const Fact *fact = &e->facts.data[i];
    if (may_meet(e->a, address_value(e, fact), fact->size, w, n)) bitset_remove(facts, i);
  }
}

static void drop_touched(Equal *e, Bitset *facts, const Bitset *sites, bool all) {
  bitset_each(facts, i) if (all || meets_sites(e->a, address_value(e, &e->facts.data[i]),
                                               sites)) bitset_remove(facts, i);
}

static void drop_reached(Equal *e, Bitset *facts, const Reach *reach) {
  drop_touched(e, facts, &reach->sites, reach->calls_back);
}

static void drop_called(Equal *e, Bitset *facts, Val call) {
  const Program *p = e->a->program;
  const CallSite *site = callgraph_site(e->a->callgraph, call);
  bool unknown = site->unknown && !site->direct;
  for (uint32_t i = 0; i < site->callees.len; i++) {
    Fn fn = {site->callees.data[i]};
    const Touch *touch = &e->a->touch[fn.id];
    if (ir_function_has_body(ir_function(p, fn)))
      drop_touched(e, facts, &touch->sites, false);
    else
      drop_reached(e, facts, analysis_reach(e->a, fn));
  }
  if (unknown) drop_reached(e, facts, &e->a->outside);
}

static void drop_defined(Equal *e, Bitset *facts, Val v) {
  const VecU32 *about = &e->about[v.id - e->function->first];
  for (uint32_t i = 0; i < about->len; i++) bitset_remove(facts, about->data[i]);
}

static void pass_inst(Equal *e, Bitset *facts, Val v) {
  const Program *p = e->a->program;
  const Inst *inst = ir_inst(p, v);
  switch (inst->op) {
  case OP_STORE: {
    Val stored = ir_arg(p, inst, 0);
    drop_written(e, facts, ir_arg(p, inst, 1), ir_type_bytes(p, ir_type(p, stored)));
    break;
  }
  case OP_COPY:
  case OP_MOVE:
  case OP_FILL:
  case OP_FMTFLOAT: drop_written(e, facts, ir_arg(p, inst, 0), OFFSET_LIMIT); break;
  case OP_SCOPE_BEGIN: drop_written(e, facts, ir_arg(p, inst, 0), OFFSET_LIMIT); break;
  case OP_CALL: drop_called(e, facts, v); break;
  case OP_OPAQUE: drop_reached(e, facts, &e->a->outside); break;
  default: break;
  }
  if (!type_is_void(inst->type)) drop_defined(e, facts, v);
  uint32_t fact = e->fact_of[v.id - e->function->first];
  if (fact) bitset_add(facts, fact - 1);
}

/* ---- facts ---- */

static void add_about(Equal *e, uint32_t value, uint32_t fact) {
  if (value - e->function->first < e->function->inst_count)
    vec_push(e->a->arena, &e->about[value - e->function->first], fact);
}

static void add_fact(Equal *e, Val v) {
  const Program *p = e->a->program;
  const Inst *inst = ir_inst(p, v);
  bool load = inst->op == OP_LOAD;
  if ((!load && inst->op != OP_STORE) || (inst->flags & INST_VOLATILE)) return;
  Fact fact = {.inst = v, .value = load ? v : ir_arg(p, inst, 0)};
  if (val_is_const(fact.value) && ir_const(p, fact.value)->kind == CONST_UNDEF) return;
  fact.address = ir_arg(p, inst, load ? 0 : 1);
  fact.type = ir_type(p, fact.value);
  fact.size = ir_type_bytes(p, fact.type);
  split_address(p, fact.address, &fact.root, &fact.offset);
  uint32_t id = e->facts.len;
  if (fact.root == fact.value.id && val_is_inst(fact.value)) return;
  vec_push(e->a->arena, &e->facts, fact);
  e->fact_of[v.id - e->function->first] = id + 1;
  add_about(e, fact.root, id);
  if (!load) add_about(e, fact.value.id, id);
  if (fact.address.id != fact.root) add_about(e, fact.address.id, id);
}

static bool same_place(const Fact *x, const Fact *y) {
  return x->root == y->root && x->offset == y->offset && type_eq(x->type, y->type);
}

/* The first known fact about the same place. */
static void find_equal(Equal *e, const Bitset *facts, Val v) {
  uint32_t local = v.id - e->function->first, own = e->fact_of[local];
  if (!own || ir_inst(e->a->program, v)->op != OP_LOAD) return;
  const Fact *fact = &e->facts.data[own - 1];
  bitset_each(facts, i) {
    const Fact *other = &e->facts.data[i];
    if (val_eq(other->inst, v) || !same_place(fact, other)) continue;
    e->info->equal[local] = other->value.id;
    if (!val_is_inst(other->value)) return;
    uint32_t kept = other->value.id - e->function->first;
    if (bitset_has(&e->info->kept, kept)) return;
    bitset_add(&e->info->kept, kept);
    vec_push(e->a->arena, &e->info->kept_list, kept);
    return;
  }
}

/* ---- dataflow ---- */

static void meet_preds(Equal *e, uint32_t local, Bitset *facts) {
  const Block *block = ir_block(e->a->program, cfg_block(e->info->cfg, local));
  if (!block->pred_count) {
    bitset_clear(facts);
    return;
  }
  bitset_fill(facts);
  for (uint32_t i = 0; i < block->pred_count; i++)
    bitset_intersect(facts,
                     &e->out[cfg_local(e->info->cfg, ir_pred(e->a->program, block, i))]);
}

static void solve(Equal *e, Bitset *facts) {
  for (bool grew = true; grew;) {
    grew = false;
    cfg_each_rpo(e->info->cfg, local) {
      meet_preds(e, local, facts);
      ir_each_inst(ir_block(e->a->program, cfg_block(e->info->cfg, local)), v)
        pass_inst(e, facts, v);
      if (bitset_equal(facts, &e->out[local])) continue;
      bitset_copy(&e->out[local], facts);
      grew = true;
    }
  }
}

static void equal_in(Analysis *a, Context *c, Arena *scratch) {
  const Function *function = ir_function(a->program, c->fn);
  FnInfo *info = analysis_info(a, c->fn);
  info->equal = arena_new_array(a->arena, uint32_t, function->inst_count);
  memset(info->equal, 0xff, function->inst_count * sizeof *info->equal);
  Equal e = {.a = a, .f = {.a = a, .c = c}, .info = info, .function = function};
  e.fact_of = arena_new_array(scratch, uint32_t, function->inst_count);
  e.about = arena_new_array(scratch, VecU32, function->inst_count);
  for (uint32_t i = 0; i < function->inst_count && e.facts.len < MAX_FACTS; i++)
    add_fact(&e, (Val){function->first + i});
  if (e.facts.len < 2) return;
  e.out = arena_new_array(scratch, Bitset, function->block_count);
  for (uint32_t b = 0; b < function->block_count; b++) {
    e.out[b] = bitset_new(scratch, e.facts.len);
    bitset_fill(&e.out[b]);
  }
  Bitset facts = bitset_new(scratch, e.facts.len);
  solve(&e, &facts);
  cfg_each_rpo(info->cfg, local) {
    meet_preds(&e, local, &facts);
    ir_each_inst(ir_block(a->program, cfg_block(info->cfg, local)), v) {
      find_equal(&e, &facts, v);
      pass_inst(&e, &facts, v);
    }
  }
}

void equal_compute(Analysis *a) {
  for (uint32_t i = 0; i < a->contexts.len; i++) {
    Context *c = a->contexts.data[i];
    if (!c->entered) continue;
    Arena *scratch = arena_new();
    equal_in(a, c, scratch);
    arena_free(scratch);
  }
}
