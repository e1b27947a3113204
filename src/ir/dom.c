/* Dominator trees over digraph.h; frontiers and control dependence after Cytron,
 * Ferrante, Rosen, Wegman and Zadeck (1991), with the walk up the tree from each join
 * (Cooper, Harvey and Kennedy 2001, figure 5). */
#include "ir/dom.h"

#include <string.h>

#include "base/panic.h"

static Dom *new_dom(const Cfg *cfg, Arena *arena, bool post, Digraph graph,
                    uint32_t root) {
  Dom *dom = arena_new_object(arena, Dom);
  *dom = (Dom){.cfg = cfg, .post = post, .graph = graph};
  dom->tree = digraph_dominators(arena, &graph, root);
  return dom;
}

Dom *dom_new(const Cfg *cfg, Arena *arena) {
  return new_dom(cfg, arena, false, cfg->graph, 0);
}

/* ---- the virtual exit ---- */

static void mark_exiting(const Cfg *cfg, Arena *arena, uint32_t from, Bitset *exiting) {
  VecU32 todo = {0};
  bitset_add(exiting, from);
  vec_push(arena, &todo, from);
  while (todo.len) {
    Row preds = rows_at(&cfg->graph.preds, vec_pop(&todo));
    for (uint32_t i = 0; i < preds.len; i++) {
      if (bitset_has(exiting, preds.items[i])) continue;
      bitset_add(exiting, preds.items[i]);
      vec_push(arena, &todo, preds.items[i]);
    }
  }
}

/* The first block in reverse postorder of each component that no edge leaves. */
static void stop_endless_loops(const Cfg *cfg, Arena *arena, DigraphEdges *edges) {
  DigraphComponents parts = digraph_components(arena, &cfg->graph);
  bool *left = arena_new_array(arena, bool, parts.count);
  for (uint32_t b = 0; b < cfg->count; b++) {
    Row succs = rows_at(&cfg->graph.succs, b);
    for (uint32_t i = 0; i < succs.len; i++)
      if (parts.of[succs.items[i]] != parts.of[b]) left[parts.of[b]] = true;
  }
  cfg_each_rpo(cfg, b) {
    if (left[parts.of[b]] || !rows_at(&cfg->graph.succs, b).len) continue;
    left[parts.of[b]] = true;
    vec_push(arena, edges, (DigraphEdge){cfg->count, b});
  }
}

Dom *dom_new_post(const Cfg *cfg, Arena *arena) {
  uint32_t exit = cfg->count;
  DigraphEdges edges = {0}; /* turned around */
  Bitset exiting = bitset_new(arena, cfg->count);
  for (uint32_t b = 0; b < cfg->count; b++) {
    Row succs = rows_at(&cfg->graph.succs, b);
    for (uint32_t i = 0; i < succs.len; i++)
      vec_push(arena, &edges, (DigraphEdge){succs.items[i], b});
    if (succs.len) continue;
    vec_push(arena, &edges, (DigraphEdge){exit, b});
    mark_exiting(cfg, arena, b, &exiting);
  }
  if (bitset_count(&exiting) < cfg->count) stop_endless_loops(cfg, arena, &edges);
  return new_dom(cfg, arena, true, digraph_new(arena, cfg->count + 1, &edges), exit);
}

/* ---- questions ---- */

static Blk block_of(const Dom *dom, uint32_t node) {
  return node >= dom->cfg->count ? BLK_NONE : cfg_block(dom->cfg, node);
}

Blk dom_immediate(const Dom *dom, Blk b) {
  return block_of(dom, dom->tree.parent[cfg_local(dom->cfg, b)]);
}

bool dom_value_at(const Dom *dom, Val value, Val at) {
  if (!val_is_inst(value)) return true;
  const Program *p = dom->cfg->program;
  const Inst *made = ir_inst(p, value), *used = ir_inst(p, at);
  if (made->op == OP_PARAM) return true;
  if (made->block.id == used->block.id) return value.id < at.id;
  return dom_dominates(dom, made->block, used->block);
}

Blk dom_common(const Dom *dom, Blk a, Blk b) {
  uint32_t x = cfg_local(dom->cfg, a), y = cfg_local(dom->cfg, b);
  if (!digraph_tree_has(&dom->tree, x) || !digraph_tree_has(&dom->tree, y))
    return BLK_NONE;
  while (!digraph_tree_above(&dom->tree, x, y)) x = dom->tree.parent[x];
  return block_of(dom, x);
}

/* ---- frontiers ---- */

/* Walks from `from` up to `stop` (not included) and pairs what it
 * passes with `join`, unless the last pair of a node is that one already. */
static void pair_up(const Dom *dom, Arena *arena, uint32_t from, uint32_t stop,
                    uint32_t join, uint32_t *last, VecU32 *nodes, VecU32 *joins) {
  for (uint32_t at = from; at != stop && at != DIGRAPH_NONE; at = dom->tree.parent[at]) {
    if (last[at] == join) return;
    last[at] = join;
    vec_push(arena, nodes, at);
    vec_push(arena, joins, join);
  }
}

static void make_frontier(Dom *dom, Arena *arena) {
  uint32_t n = dom->graph.count;
  VecU32 nodes = {0}, joins = {0};
  uint32_t *last = arena_new_array(arena, uint32_t, n);
  memset(last, 0xff, n * sizeof *last);
  for (uint32_t join = 0; join < n; join++) {
    if (!digraph_tree_has(&dom->tree, join)) continue;
    Row preds = rows_at(&dom->graph.preds, join);
    for (uint32_t i = 0; i < preds.len; i++)
      if (digraph_tree_has(&dom->tree, preds.items[i]))
        pair_up(dom, arena, preds.items[i], dom->tree.parent[join], join, last, &nodes,
                &joins);
  }
  dom->frontier = rows_new(arena, n, nodes.data, joins.data, nodes.len);
  dom->has_frontier = true;
}

Row dom_frontier(Dom *dom, Arena *arena, Blk b) {
  if (!dom->has_frontier) make_frontier(dom, arena);
  return rows_at(&dom->frontier, cfg_local(dom->cfg, b));
}

/* ---- control dependence ---- */

typedef Vec(ControlEdge) ControlEdgeVec;

static void depend_on_branch(const Dom *post, Arena *arena, uint32_t branch,
                             VecU32 *blocks, ControlEdgeVec *edges) {
  Row succs = rows_at(&post->cfg->graph.succs, branch);
  uint32_t stop = post->tree.parent[branch];
  for (uint32_t i = 0; i < succs.len; i++)
    for (uint32_t at = succs.items[i]; at != stop && at != post->cfg->count;
         at = post->tree.parent[at]) {
      vec_push(arena, blocks, at);
      vec_push(arena, edges, (ControlEdge){branch, i});
    }
}

static void sort_by_block(ControlDeps *deps, Arena *arena, const VecU32 *blocks,
                          const ControlEdgeVec *edges) {
  uint32_t *index = arena_new_array(arena, uint32_t, blocks->len);
  for (uint32_t i = 0; i < blocks->len; i++) index[i] = i;
  Rows rows = rows_new(arena, deps->cfg->count, blocks->data, index, blocks->len);
  deps->start = rows.start;
  deps->edges = arena_new_array(arena, ControlEdge, blocks->len);
  for (uint32_t i = 0; i < blocks->len; i++) deps->edges[i] = edges->data[rows.items[i]];
}

static void list_dependents(ControlDeps *deps, Arena *arena) {
  VecU32 branches = {0}, blocks = {0};
  for (uint32_t b = 0; b < deps->cfg->count; b++)
    for (uint32_t i = deps->start[b]; i < deps->start[b + 1]; i++) {
      uint32_t branch = deps->edges[i].branch;
      if (i > deps->start[b] && deps->edges[i - 1].branch == branch) continue;
      vec_push(arena, &branches, branch);
      vec_push(arena, &blocks, b);
    }
  deps->dependents =
    rows_new(arena, deps->cfg->count, branches.data, blocks.data, branches.len);
}

ControlDeps *control_deps_new(const Dom *post, Arena *arena) {
  BELAY_ASSERT(post->post);
  ControlDeps *deps = arena_new_object(arena, ControlDeps);
  deps->cfg = post->cfg;
  VecU32 blocks = {0};
  ControlEdgeVec edges = {0};
  for (uint32_t b = 0; b < post->cfg->count; b++)
    if (digraph_tree_has(&post->tree, b))
      depend_on_branch(post, arena, b, &blocks, &edges);
  sort_by_block(deps, arena, &blocks, &edges);
  list_dependents(deps, arena);
  return deps;
}
