/* See cfg.h. */
#include "ir/cfg.h"

#include "base/panic.h"

Cfg *cfg_new(const Program *p, Fn fn, Arena *arena) {
  const Function *f = ir_function(p, fn);
  BELAY_ASSERT(ir_function_has_body(f));
  Cfg *cfg = arena_new_object(arena, Cfg);
  *cfg = (Cfg){.program = p,
               .fn = fn,
               .first = f->first_block,
               .count = f->block_count,
               .arena = arena};
  DigraphEdges edges = {0};
  ir_each_block(p, f, b) {
    const Block *block = ir_block(p, b);
    for (uint32_t i = 0; i < block->succ_count; i++)
      vec_push(arena, &edges,
               (DigraphEdge){cfg_local(cfg, b), cfg_local(cfg, ir_succ(p, block, i))});
  }
  cfg->graph = digraph_new(arena, cfg->count, &edges);
  cfg->rpo = digraph_order(arena, &cfg->graph, 0);
  return cfg;
}

static void mark_below(const Cfg *cfg, uint32_t component, Bitset *seen, VecU32 *todo) {
  const DigraphComponents *all = cfg->components;
  Row members = rows_at(&all->members, component);
  for (uint32_t i = 0; i < members.len; i++) {
    Row succs = rows_at(&cfg->graph.succs, members.items[i]);
    for (uint32_t k = 0; k < succs.len; k++) {
      uint32_t to = all->of[succs.items[k]];
      if (bitset_has(seen, to)) continue;
      bitset_add(seen, to);
      vec_push(cfg->arena, todo, to);
    }
  }
}

static const Bitset *reach_of(Cfg *cfg, uint32_t component) {
  if (cfg->reach[component]) return cfg->reach[component];
  Bitset *seen = arena_new_object(cfg->arena, Bitset);
  *seen = bitset_new(cfg->arena, cfg->components->count);
  VecU32 todo = {0};
  mark_below(cfg, component, seen, &todo);
  while (todo.len) {
    uint32_t next = vec_pop(&todo);
    if (next == component) continue;
    if (cfg->reach[next])
      bitset_union(seen, cfg->reach[next]);
    else
      mark_below(cfg, next, seen, &todo);
  }
  return cfg->reach[component] = seen;
}

bool cfg_reaches(Cfg *cfg, Blk from, Blk to) {
  if (!cfg->components) {
    cfg->components = arena_new_object(cfg->arena, DigraphComponents);
    *cfg->components = digraph_components(cfg->arena, &cfg->graph);
    cfg->reach = arena_new_array(cfg->arena, Bitset *, cfg->components->count);
  }
  uint32_t a = cfg->components->of[cfg_local(cfg, from)];
  uint32_t b = cfg->components->of[cfg_local(cfg, to)];
  if (a == b) return cfg->components->cyclic[a];
  return b < a && bitset_has(reach_of(cfg, a), b);
}

bool cfg_inst_reaches(Cfg *cfg, Val from, Val to) {
  Blk a = ir_inst(cfg->program, from)->block, b = ir_inst(cfg->program, to)->block;
  if (a.id == b.id && from.id < to.id) return true;
  return cfg_reaches(cfg, a, b);
}
