/* Control dependence as closure: the smallest set of branches such that, from every point
 * of a function, at most one kept piece of code can come next and, unless loops are taken
 * to end, comes for certain if it can. That is the strong (classical: weak) control
 * closure of Danicic et al., "A unifying theory of control dependence", which contains
 * non-termination sensitive control dependence and also holds for irreducible code.
 *
 * A pass over a function takes linear time; passes repeat while branches are added. */
#include "slice/slicer.h"

/* ---- the graph ---- */

typedef struct Maker {
  Slice *s;
  Graph *g;
  Vec(Node) nodes;
  DigraphEdges edges;
} Maker;

static void add_node(Maker *m, Blk b, uint32_t first, uint32_t end, bool stops) {
  const Function *f = ir_function(m->s->program, m->g->fn);
  for (uint32_t v = first; v < end; v++) m->g->node_of[v - f->first] = m->nodes.len;
  vec_push(m->s->arena, &m->nodes,
           (Node){.first = first, .end = end, .block = b.id, .stops = stops});
}

static void cut_block(Maker *m, Blk b) {
  const Block *block = ir_block(m->s->program, b);
  uint32_t first = block->first, last = block->first + block->count - 1;
  for (uint32_t v = first; v < last; v++) {
    if (!slice_ends_may_stop(m->s, (Val){v})) continue;
    if (first < v) add_node(m, b, first, v, false);
    add_node(m, b, v, v + 1, true);
    first = v + 1;
  }
  if (first < last) add_node(m, b, first, last, false);
  add_node(m, b, last, last + 1, false);
}

static void add_edges(Maker *m, Blk b, uint32_t last) {
  const Program *p = m->s->program;
  const Block *block = ir_block(p, b);
  uint32_t local = b.id - ir_function(p, m->g->fn)->first_block;
  for (uint32_t n = m->g->block_node[local]; n < last; n++) {
    vec_push(m->s->arena, &m->edges, (DigraphEdge){n, n + 1});
    if (m->nodes.data[n].stops)
      vec_push(m->s->arena, &m->edges, (DigraphEdge){n, m->nodes.len});
  }
  for (uint32_t i = 0; i < block->succ_count; i++) {
    uint32_t to = ir_succ(p, block, i).id - ir_function(p, m->g->fn)->first_block;
    vec_push(m->s->arena, &m->edges, (DigraphEdge){last, m->g->block_node[to]});
  }
}

Graph *slice_control_graph(Slice *s, Fn fn) {
  FnState *state = &s->fns[fn.id];
  if (state->graph) return state->graph;
  const Function *f = ir_function(s->program, fn);
  Graph *g = arena_new_object(s->arena, Graph);
  Maker m = {.s = s, .g = g};
  g->fn = fn;
  g->block_node = arena_new_array(s->arena, uint32_t, f->block_count + 1);
  g->node_of = arena_new_array(s->arena, uint32_t, f->inst_count + 1);
  for (uint32_t i = 0; i < f->inst_count; i++) g->node_of[i] = NODE_NONE;
  ir_each_block(s->program, f, b) {
    uint32_t local = b.id - f->first_block;
    g->block_node[local] = m.nodes.len;
    cut_block(&m, b);
    m.nodes.data[g->block_node[local]].endless = state->endless && state->endless[local];
  }
  g->block_node[f->block_count] = m.nodes.len;
  ir_each_block(s->program, f, b)
    add_edges(&m, b, g->block_node[b.id - f->first_block + 1] - 1);
  g->nodes = m.nodes.data;
  g->count = m.nodes.len;
  g->edges = digraph_new(s->arena, g->count + 1, &m.edges);
  g->label = arena_new_array(s->arena, uint32_t, g->count + 1);
  g->reaches = arena_new_array(s->arena, bool, g->count + 1);
  g->avoids = arena_new_array(s->arena, bool, g->count + 1);
  return state->graph = g;
}

/* ---- what can and what must follow ---- */

static bool is_needed(const Graph *g, uint32_t n) {
  return n < g->count && g->nodes[n].needed;
}

/* Backwards from what is on the stack; needed nodes only when they may be passed. */
static void spread(Slice *s, Graph *g, bool *marks, bool through_needed) {
  while (g->stack.len) {
    Row preds = rows_at(&g->edges.preds, vec_pop(&g->stack));
    for (uint32_t i = 0; i < preds.len; i++) {
      uint32_t n = preds.items[i];
      if (marks[n] || (!through_needed && is_needed(g, n))) continue;
      marks[n] = true;
      vec_push(s->arena, &g->stack, n);
    }
  }
}

static void seed(Slice *s, Graph *g, bool *marks, uint32_t n) {
  if (marks[n]) return;
  marks[n] = true;
  vec_push(s->arena, &g->stack, n);
}

static void find_reaching(Slice *s, Graph *g) {
  for (uint32_t n = 0; n <= g->count; n++) g->reaches[n] = false;
  for (uint32_t n = 0; n < g->count; n++)
    if (g->nodes[n].needed) seed(s, g, g->reaches, n);
  spread(s, g, g->reaches, true);
}

/* Headers of loops that may not end and can be gone round without a needed node. */
static void seed_endless(Slice *s, Graph *g) {
  bool any = false;
  for (uint32_t n = 0; n < g->count; n++)
    any |= g->nodes[n].endless && !g->nodes[n].needed && g->reaches[n];
  if (!any) return;
  Arena *scratch = arena_new();
  DigraphEdges edges = {0};
  for (uint32_t n = 0; n < g->count; n++) {
    Row succs = rows_at(&g->edges.succs, n);
    for (uint32_t i = 0; !g->nodes[n].needed && i < succs.len; i++)
      if (!is_needed(g, succs.items[i]))
        vec_push(scratch, &edges, (DigraphEdge){n, succs.items[i]});
  }
  Digraph rest = digraph_new(scratch, g->count + 1, &edges);
  DigraphComponents parts = digraph_components(scratch, &rest);
  for (uint32_t n = 0; n < g->count; n++)
    if (g->nodes[n].endless && !g->nodes[n].needed && parts.cyclic[parts.of[n]])
      seed(s, g, g->avoids, n);
  arena_free(scratch);
}

static void find_avoiding(Slice *s, Graph *g) {
  for (uint32_t n = 0; n <= g->count; n++) g->avoids[n] = false;
  for (uint32_t n = 0; n <= g->count; n++)
    if (!g->reaches[n]) seed(s, g, g->avoids, n);
  if (!s->criterion->classical) seed_endless(s, g);
  spread(s, g, g->avoids, false);
}

/* ---- which one comes next ---- */

enum { LABEL_OPEN = UINT32_MAX - 1, LABEL_SEVERAL = UINT32_MAX - 2 };

static uint32_t meet_labels(const Graph *g, uint32_t n) {
  Row succs = rows_at(&g->edges.succs, n);
  uint32_t label = LABEL_OPEN;
  for (uint32_t i = 0; i < succs.len; i++) {
    uint32_t other = g->label[succs.items[i]];
    if (other == LABEL_OPEN) continue;
    if (label == LABEL_OPEN)
      label = other;
    else if (label != other)
      return LABEL_SEVERAL;
  }
  return label;
}

static void find_labels(Graph *g) {
  for (uint32_t n = 0; n <= g->count; n++)
    g->label[n] = is_needed(g, n)                  ? n
                  : g->reaches[n] && !g->avoids[n] ? LABEL_OPEN
                                                   : NODE_NONE;
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t n = g->count; n-- > 0;) {
      if (g->nodes[n].needed || !g->reaches[n] || g->avoids[n]) continue;
      uint32_t label = meet_labels(g, n);
      if (label == g->label[n]) continue;
      g->label[n] = label;
      changed = true;
    }
  }
}

/* What comes next depends on where control goes from here. One way to a known node and
 * another to one of several is enough: whatever decides between those comes first there.
 * (Two ways to one of several are not: the same decision may come next on both.) */
static bool decides(const Graph *g, uint32_t n) {
  if (g->nodes[n].needed || !g->reaches[n]) return false;
  Row succs = rows_at(&g->edges.succs, n);
  bool surely = false, perhaps = false, several = false;
  uint32_t label = LABEL_OPEN;
  for (uint32_t i = 0; i < succs.len; i++) {
    uint32_t to = succs.items[i], other = g->label[to];
    if (g->avoids[to] || !g->reaches[to]) {
      perhaps = true;
      continue;
    }
    surely = true;
    several |= other == LABEL_SEVERAL;
    if (other == LABEL_OPEN || other == LABEL_SEVERAL) continue;
    if (label != LABEL_OPEN && label != other) return true;
    label = other;
  }
  return (surely && perhaps) || (several && label != LABEL_OPEN);
}

static bool add_deciding(Slice *s, Graph *g) {
  bool added = false;
  for (uint32_t n = 0; n < g->count; n++) {
    if (!decides(g, n)) continue;
    slice_mark_exec(s, (Val){g->nodes[n].end - 1});
    g->nodes[n].needed = added = true;
  }
  return added;
}

/* A kept call after which something is needed: then it matters whether it comes back. */
static void ask_for_returns(Slice *s, Graph *g) {
  for (uint32_t n = 0; n < g->count; n++) {
    if (!g->nodes[n].stops || !g->nodes[n].needed || !g->reaches[n + 1]) continue;
    const CallSite *site = callgraph_site(s->calls, (Val){g->nodes[n].first});
    for (uint32_t i = 0; site && i < site->callees.len; i++)
      slice_mark_returns(s, (Fn){site->callees.data[i]});
  }
}

/* requires: Node.needed for all that is kept so far. */
void slice_control_close(Slice *s, Fn fn) {
  Graph *g = slice_control_graph(s, fn);
  do {
    find_reaching(s, g);
    find_avoiding(s, g);
    find_labels(g);
  } while (add_deciding(s, g));
  ask_for_returns(s, g);
}
