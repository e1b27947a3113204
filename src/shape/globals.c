/* Which globals a call may name: the others stay outside the part of the graph that the
 * call sees, unless a pointer leads to them. */
#include "ir/callgraph.h"
#include "shape/exec.h"

static void name_value(const Program *p, Val v, Bitset *set) {
  if (!val_is_const(v)) return;
  const Const *c = ir_const(p, v);
  if (c->kind == CONST_GLOBAL) bitset_add(set, c->index);
}

static void name_in_function(const Program *p, Fn fn, Bitset *set) {
  const Function *function = ir_function(p, fn);
  ir_each_block(p, function, b) ir_each_inst(ir_block(p, b), v) {
    const Inst *i = ir_inst(p, v);
    for (uint32_t k = 0; k < i->arg_count; k++) name_value(p, ir_arg(p, i, k), set);
  }
}

/* What read-only memory points to is found in the program, not in the graph. */
static void follow_constants(const Program *p, Bitset *set, Arena *arena) {
  VecU32 queue = {0};
  bitset_each(set, i) vec_push(arena, &queue, i);
  for (uint32_t i = 0; i < queue.len; i++) {
    const Global *global = &p->globals.data[queue.data[i]];
    if (!(global->flags & GLOB_CONST)) continue;
    for (uint32_t k = 0; k < global->relocs.len; k++) {
      Val target = global->relocs.data[k].target;
      if (!val_is_const(target) || ir_const(p, target)->kind != CONST_GLOBAL) continue;
      uint32_t next = ir_const(p, target)->index;
      if (bitset_has(set, next)) continue;
      bitset_add(set, next);
      vec_push(arena, &queue, next);
    }
  }
}

static bool names_variable(const Program *p, const Bitset *set) {
  bitset_each(set, i) if (!(p->globals.data[i].flags & GLOB_CONST)) return true;
  return false;
}

static void find_leads(Exec *x) {
  const Program *p = x->program;
  x->leads = arena_zalloc(x->arena, p->globals.len + 1);
  for (uint32_t i = 0; i < p->globals.len; i++) {
    const Global *global = &p->globals.data[i];
    if (!(global->flags & GLOB_CONST) || !global->relocs.len) continue;
    Bitset set = bitset_new(x->scratch, p->globals.len);
    bitset_add(&set, i);
    follow_constants(p, &set, x->scratch);
    x->leads[i] = names_variable(p, &set);
  }
}

void shape_find_globals(Exec *x) {
  const Program *p = x->program;
  Callgraph *calls = callgraph_new(p, x->arena, NULL);
  x->named = arena_new_array(x->arena, Bitset, p->functions.len + 1);
  ir_each_function(p, fn) {
    x->named[fn.id] = bitset_new(x->arena, p->globals.len + 1);
    name_in_function(p, fn, &x->named[fn.id]);
    follow_constants(p, &x->named[fn.id], x->scratch);
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = 0; i < calls->bottom_up.len; i++) {
      uint32_t fn = calls->bottom_up.data[i];
      const CallNode *node = &calls->nodes[fn];
      for (uint32_t k = 0; k < node->callees.len; k++)
        changed |= bitset_union(&x->named[fn], &x->named[node->callees.data[k]]);
    }
  }
  find_leads(x);
}
