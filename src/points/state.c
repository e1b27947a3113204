/* Registers and memory at one point of one context. A register's value is the one of its
 * definition (Context.set) unless the state knows better: less after a comparison or an
 * access, dead after the object died. */
#include "points/analysis.h"

enum {
  PHI_WIDENS = 3,    /* changes of a phi or parameter before it is widened */
  WIDENS = 24,       /* of any other register; a safeguard */
  LAST = 14,         /* more changes: without bound */
  HEADER_WIDENS = 3, /* growths of a loop header's memory */
  HEADER_LAST = 12,
  FORGETS = 24, /* growths before refinements are given up */
};

/* ---- registers ---- */

static ValueId const_value(Analysis *a, Val v) {
  const Const *c = ir_const(a->program, v);
  unsigned bits = ir_type_bits(a->program, c->type);
  int64_t number;
  switch ((ConstKind)c->kind) {
  case CONST_INT:
    if (!ir_const_int(a->program, v, &number))
      return c->lo | c->hi ? VALUE_ANYTHING : VALUE_NULL;
    if (bits == 1) number = number != 0;
    return value_int(a->values, number, number);
  case CONST_FLOAT: return c->lo | c->hi ? VALUE_ANYTHING : VALUE_NULL;
  case CONST_NULL: return VALUE_NULL;
  case CONST_UNDEF: return VALUE_UNINITIALISED;
  case CONST_GLOBAL:
  case CONST_FUNC: return a->contents->address_of(a, c);
  }
  return VALUE_ANYTHING;
}

static ValueId register_value(const Flow *f, uint32_t local) {
  uint32_t known = f->s.regs ? pmap_get(f->a->regs, f->s.regs, local) : 0;
  return known ? known : f->c->set[local];
}

ValueId flow_value(Flow *f, Val v) {
  if (val_none(v)) return VALUE_ANYTHING;
  if (val_is_inst(v)) return register_value(f, flow_local(f, v));
  ValueId *known = &f->a->const_values[val_const_index(v)];
  if (!*known) *known = const_value(f->a, v) + 1;
  return *known - 1;
}

unsigned flow_bits(const Flow *f, Val v) {
  return ir_type_bits(f->a->program, ir_type(f->a->program, v));
}

Span flow_span(Flow *f, Val v) {
  return value_span(f->a->values, flow_value(f, v), flow_bits(f, v));
}

static ValueId grow(Flow *f, Val v, ValueId old, ValueId value) {
  Analysis *a = f->a;
  uint32_t local = flow_local(f, v);
  unsigned changes = f->c->changes[local];
  const Inst *inst = ir_inst(a->program, v);
  bool early = inst->op == OP_PHI || inst->op == OP_PARAM;
  if (changes < (early ? PHI_WIDENS : WIDENS)) return value_join(a->values, old, value);
  unsigned bits = ir_type_bits(a->program, inst->type);
  bool last = changes >= (early ? LAST : WIDENS);
  return value_widen(a->values, old, value, a->infos[f->c->fn.id].thresholds, bits, last,
                     loc_size_limit, a);
}

void flow_define(Flow *f, Val v, ValueId value) {
  uint32_t local = flow_local(f, v);
  ValueId old = f->c->set[local];
  if (f->a->observer) {
    if (!value_within(f->a->values, value, old)) f->a->gave_up = analysis_unsettled;
    points_observe_define(f, v, value);
  } else if (!value_within(f->a->values, value, old)) {
    f->c->set[local] = grow(f, v, old, value);
    if (f->c->changes[local] < UINT8_MAX) f->c->changes[local]++;
    f->c->version++;
    f->a->version++;
  }
  if (f->s.regs) f->s.regs = pmap_set(f->a->regs, f->s.regs, local, 0);
}

void flow_know(Flow *f, Val v, ValueId value) {
  if (f->a->flat || !val_is_inst(v)) return;
  if (!value) {
    f->s.reached = false;
    return;
  }
  uint32_t local = flow_local(f, v);
  bool nothing_new = value == f->c->set[local];
  f->s.regs = pmap_set(f->a->regs, f->s.regs, local, nothing_new ? 0 : value);
}

/* ---- memory ---- */

ContentId flow_content(const Flow *f, uint32_t loc) {
  return f->a->flat ? f->a->flat_mem.data[loc] : pmap_get(f->a->mems, f->s.mem, loc);
}

static void memory_set_flat(Analysis *a, uint32_t loc, ContentId content) {
  ContentId old = a->flat_mem.data[loc];
  ContentId join = content_join(a->contents, old, content);
  if (join == old) return;
  uint8_t *changes = &a->flat_changes.data[loc];
  if (*changes >= 4)
    join = content_widen(a->contents, old, join, (Thresholds){0}, true, NULL, NULL);
  if (*changes < UINT8_MAX) ++*changes;
  a->flat_mem.data[loc] = join;
  a->version++;
}

void flow_set_content(Flow *f, uint32_t loc, ContentId content) {
  if (f->a->flat)
    memory_set_flat(f->a, loc, content);
  else
    f->s.mem = pmap_set(f->a->mems, f->s.mem, loc, content);
}

typedef struct Spoil {
  Analysis *a;
  ValueId value;
} Spoil;

static bool can_be_written(const Analysis *a, uint32_t loc) {
  const Site *site = loc_site(a, loc);
  if (!bitset_has(&a->exposed.sites, a->locs.data[loc].site)) return false;
  if (site->kind == POINTS_FUNCTION) return false;
  if (site->kind != POINTS_GLOBAL) return true;
  return !(a->program->globals.data[site->source].flags & GLOB_CONST);
}

static uint32_t spoil_one(void *context, uint32_t loc, uint32_t content) {
  Spoil *s = context;
  return can_be_written(s->a, loc) ? content_spoil(s->a->contents, content, s->value)
                                   : content;
}

void flow_spoil(Flow *f, ValueId value) {
  Spoil s = {f->a, value};
  if (!f->a->flat) {
    f->s.mem = pmap_change(f->a->mems, f->s.mem, ~(uint64_t)0, spoil_one, &s);
    return;
  }
  ValueId join = value_join(f->a->values, f->a->flat_anywhere, value);
  if (join != f->a->flat_anywhere) f->a->version++;
  f->a->flat_anywhere = join;
}

void flat_spoil_exposed(Analysis *a) {
  Spoil s = {a, a->flat_anywhere};
  if (!a->flat_anywhere) return;
  bitset_each(&a->exposed.sites, loc) { /* in this mode a site is a location */
    ContentId old = a->flat_mem.data[loc];
    if (old) memory_set_flat(a, loc, spoil_one(&s, loc, old));
  }
}

/* ---- the end of objects ---- */

typedef struct Death {
  Analysis *a;
  uint32_t loc, to;
  bool surely;
} Death;

static uint32_t kill_in_content(void *context, uint32_t loc, uint32_t content) {
  (void)loc;
  Death *d = context;
  return content_kill(d->a->contents, content, d->loc, d->surely);
}

static uint32_t rename_in_content(void *context, uint32_t loc, uint32_t content) {
  (void)loc;
  Death *d = context;
  return content_rename(d->a->contents, content, d->loc, d->to, d->surely);
}

static uint64_t bit_of(uint32_t loc) { return (uint64_t)1 << (loc % 64); }

static void kill_in_registers(Flow *f, const Death *d, Val except) {
  const VecU32 *list = analysis_registers_after(f->a, f->c, f->at);
  uint32_t first = ir_function(f->a->program, f->c->fn)->first;
  for (uint32_t i = 0; i < list->len; i++) {
    uint32_t local = list->data[i];
    ValueId v = register_value(f, local);
    if (!value_mentions(f->a->values, v, d->loc) || first + local == except.id) continue;
    ValueId new = d->to == LOC_NONE
                    ? value_kill(f->a->values, v, d->loc, d->surely)
                    : value_rename(f->a->values, v, d->loc, d->to, d->surely);
    flow_know(f, (Val){first + local}, new);
  }
}

void flow_kill_registers(Flow *f, uint32_t loc, bool surely) {
  kill_in_registers(f, &(Death){f->a, loc, LOC_NONE, surely}, VAL_NONE);
}

void flow_rename_registers(Flow *f, uint32_t young) {
  uint32_t old = f->a->locs.data[young].twin;
  kill_in_registers(f, &(Death){f->a, young, old, false}, VAL_NONE);
}

static bool is_heap(const Analysis *a, uint32_t loc) {
  uint8_t kind = loc_site(a, loc)->kind;
  return kind == POINTS_HEAP || kind == POINTS_STATIC;
}

/* Whether some pointer to it lies in memory. */
static bool note_death(Flow *f, uint32_t loc) {
  Analysis *a = f->a;
  uint32_t site = a->locs.data[loc].site;
  if (a->flat) bitset_add(&a->freed, site);
  if (a->flat) return false;
  if (is_heap(a, loc)) {
    a->locs.data[loc].never_freed = false;
    map_set(a->arena, &f->c->killed, loc, 1);
  }
  return bitset_has(&a->held, site);
}

void flow_kill(Flow *f, uint32_t loc, bool surely, Val except) {
  Analysis *a = f->a;
  bool held = note_death(f, loc);
  if (a->flat) return;
  Death d = {a, loc, LOC_NONE, surely};
  if (surely) f->s.mem = pmap_set(a->mems, f->s.mem, loc, 0);
  if (held) f->s.mem = pmap_change(a->mems, f->s.mem, bit_of(loc), kill_in_content, &d);
  kill_in_registers(f, &d, except);
}

typedef struct Deaths {
  Analysis *a;
  ValueId dead;
} Deaths;

static uint32_t may_kill_in_content(void *context, uint32_t loc, uint32_t content) {
  (void)loc;
  Deaths *d = context;
  return content_may_kill(d->a->contents, content, d->dead);
}

void flow_may_kill(Flow *f, ValueId dead) {
  Analysis *a = f->a;
  const Value *x = value_get(a->values, dead);
  bool held = false;
  for (uint32_t i = 0; i < x->count; i++) held |= note_death(f, x->targets[i].loc);
  if (a->flat || !x->count) return;
  Deaths d = {a, dead};
  if (held) f->s.mem = pmap_change(a->mems, f->s.mem, x->mask, may_kill_in_content, &d);
  const VecU32 *list = analysis_registers_after(a, f->c, f->at);
  uint32_t first = ir_function(a->program, f->c->fn)->first;
  for (uint32_t i = 0; i < list->len; i++) {
    ValueId v = register_value(f, list->data[i]);
    ValueId new = value_may_kill(a->values, v, dead);
    if (new != v) flow_know(f, (Val){first + list->data[i]}, new);
  }
}

void flow_age(Flow *f, uint32_t young, Val except) {
  Analysis *a = f->a;
  uint32_t old = a->locs.data[young].twin;
  if (a->flat || old == LOC_NONE) return;
  map_set(a->arena, &f->c->renamed, young, 1);
  ContentId merged =
    content_join(a->contents, flow_content(f, old), flow_content(f, young));
  f->s.mem = pmap_set(a->mems, f->s.mem, young, 0);
  if (merged) f->s.mem = pmap_set(a->mems, f->s.mem, old, merged);
  Death d = {a, young, old, true};
  if (bitset_has(&a->held, a->locs.data[young].site))
    f->s.mem = pmap_change(a->mems, f->s.mem, bit_of(young), rename_in_content, &d);
  kill_in_registers(f, &d, except);
}

/* ---- joining states ---- */

typedef struct Joining {
  Analysis *a;
  Context *c;
  uint32_t visits;
} Joining;

static uint32_t join_contents(void *context, uint32_t loc, uint32_t x, uint32_t y) {
  (void)loc;
  Joining *j = context;
  return content_join(j->a->contents, x, y);
}

static uint32_t widen_contents(void *context, uint32_t loc, uint32_t x, uint32_t y) {
  (void)loc;
  Joining *j = context;
  return content_widen(j->a->contents, x, y, j->a->infos[j->c->fn.id].thresholds,
                       j->visits >= HEADER_LAST, loc_size_limit, j->a);
}

static uint32_t join_registers(void *context, uint32_t local, uint32_t x, uint32_t y) {
  Joining *j = context;
  ValueId set = j->c->set[local];
  ValueId v = value_join(j->a->values, x ? x : set, y ? y : set);
  if (j->visits >= FORGETS) v = value_join(j->a->values, v, set);
  return v == set ? 0 : v;
}

Pmap flow_join_memory(Analysis *a, Context *c, Pmap x, Pmap y, uint32_t visits) {
  Joining j = {a, c, visits};
  if (visits < HEADER_WIDENS)
    return pmap_combine(a->mems, x, y, join_contents, &j, &a->mem_joins);
  Map *memo = &a->infos[c->fn.id].widened[visits >= HEADER_LAST];
  return pmap_combine(a->mems, x, y, widen_contents, &j, memo);
}

State flow_join(Analysis *a, Context *c, State x, State y, uint32_t visits) {
  if (!x.reached) return y;
  if (!y.reached) return x;
  Joining j = {a, c, visits};
  Pmap mem = flow_join_memory(a, c, x.mem, y.mem, visits);
  Pmap regs = pmap_combine(a->regs, x.regs, y.regs, join_registers, &j, NULL);
  return (State){true, mem, regs};
}

typedef struct Pruning {
  const FnInfo *info;
  Blk block;
} Pruning;

static uint32_t keep_live(void *context, uint32_t local, uint32_t x, uint32_t y) {
  (void)y;
  Pruning *p = context;
  if (bitset_has(&p->info->kept, local)) return x;
  return live_in(p->info->live, p->block, (Val){p->info->live->first + local}) ? x : 0;
}

Pmap flow_prune(Analysis *a, Context *c, Pmap regs, Blk block) {
  if (!regs) return 0;
  Pruning p = {&a->infos[c->fn.id], block};
  return pmap_combine(a->regs, regs, 0, keep_live, &p, NULL);
}
