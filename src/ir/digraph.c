/* Graph algorithms: components after Tarjan (1972); dominators after Lengauer
 * and Tarjan, "A fast algorithm for finding dominators in a flowgraph" (1979), with path
 * compression but without balancing: m log n. */
#include "ir/digraph.h"

#include <string.h>

Rows rows_new(Arena *arena, uint32_t rows, const uint32_t *from, const uint32_t *to,
              uint32_t pairs) {
  Rows made = {arena_new_array(arena, uint32_t, rows + 2),
               arena_new_array(arena, uint32_t, pairs)};
  uint32_t *fill = made.start + 1; /* fill[r]: where the next item of row r goes */
  for (uint32_t i = 0; i < pairs; i++) fill[from[i] + 1]++;
  for (uint32_t r = 1; r <= rows; r++) fill[r] += fill[r - 1];
  for (uint32_t i = 0; i < pairs; i++) made.items[fill[from[i]]++] = to[i];
  return made;
}

Digraph digraph_new(Arena *arena, uint32_t count, const DigraphEdges *edges) {
  uint32_t *from = arena_new_array(arena, uint32_t, edges->len);
  uint32_t *to = arena_new_array(arena, uint32_t, edges->len);
  for (uint32_t i = 0; i < edges->len; i++) {
    from[i] = edges->data[i].from;
    to[i] = edges->data[i].to;
  }
  Digraph graph = {.count = count};
  graph.succs = rows_new(arena, count, from, to, edges->len);
  uint32_t next = 0;
  for (uint32_t node = 0; node < count; node++) {
    Row row = rows_at(&graph.succs, node);
    for (uint32_t i = 0; i < row.len; i++) from[next] = node, to[next++] = row.items[i];
  }
  graph.preds = rows_new(arena, count, to, from, edges->len);
  return graph;
}

Digraph digraph_reversed(const Digraph *graph) {
  return (Digraph){graph->count, graph->preds, graph->succs};
}

static uint32_t *filled_array(Arena *arena, uint32_t count, uint32_t value) {
  uint32_t *array = arena_new_array(arena, uint32_t, count);
  for (uint32_t i = 0; i < count; i++) array[i] = value;
  return array;
}

/* ---- reverse postorder ---- */

DigraphOrder digraph_order(Arena *arena, const Digraph *graph, uint32_t root) {
  uint32_t n = graph->count;
  DigraphOrder result = {arena_new_array(arena, uint32_t, n),
                         filled_array(arena, n, DIGRAPH_NONE), 0};
  uint32_t *stack = arena_new_array(arena, uint32_t, n);
  uint32_t *next = arena_new_array(arena, uint32_t, n);
  uint32_t depth = 0, done = n;
  stack[depth++] = root;
  result.position[root] = 0;
  while (depth) {
    uint32_t node = stack[depth - 1];
    Row succs = rows_at(&graph->succs, node);
    if (next[node] == succs.len) {
      result.order[--done] = node;
      depth--;
      continue;
    }
    uint32_t to = succs.items[next[node]++];
    if (result.position[to] != DIGRAPH_NONE) continue;
    result.position[to] = 0;
    stack[depth++] = to;
  }
  result.reached = n - done;
  memmove(result.order, result.order + done, result.reached * sizeof *result.order);
  for (uint32_t i = 0; i < result.reached; i++) result.position[result.order[i]] = i;
  return result;
}

/* ---- components ---- */

typedef struct Tarjan {
  const Digraph *graph;
  uint32_t *index, *low, *next; /* index 0: not seen yet */
  uint32_t *path, path_len;     /* depth-first path */
  uint32_t *stack, stack_len;   /* nodes whose component is not known yet */
  uint32_t counter;
  DigraphComponents *out;
} Tarjan;

static void open_node(Tarjan *t, uint32_t node) {
  t->index[node] = t->low[node] = ++t->counter;
  t->path[t->path_len++] = node;
  t->stack[t->stack_len++] = node;
}

static void close_node(Tarjan *t, uint32_t node) {
  t->path_len--;
  if (t->path_len) {
    uint32_t above = t->path[t->path_len - 1];
    if (t->low[node] < t->low[above]) t->low[above] = t->low[node];
  }
  if (t->low[node] != t->index[node]) return;
  uint32_t member;
  do {
    member = t->stack[--t->stack_len];
    t->out->of[member] = t->out->count;
  } while (member != node);
  t->out->count++;
}

static void visit_from(Tarjan *t, uint32_t root) {
  open_node(t, root);
  while (t->path_len) {
    uint32_t node = t->path[t->path_len - 1];
    Row succs = rows_at(&t->graph->succs, node);
    if (t->next[node] == succs.len) {
      close_node(t, node);
      continue;
    }
    uint32_t to = succs.items[t->next[node]++];
    if (!t->index[to])
      open_node(t, to);
    else if (t->out->of[to] == DIGRAPH_NONE && t->index[to] < t->low[node])
      t->low[node] = t->index[to];
  }
}

DigraphComponents digraph_components(Arena *arena, const Digraph *graph) {
  uint32_t n = graph->count;
  DigraphComponents out = {.of = filled_array(arena, n, DIGRAPH_NONE)};
  Tarjan t = {.graph = graph,
              .index = arena_new_array(arena, uint32_t, n),
              .low = arena_new_array(arena, uint32_t, n),
              .next = arena_new_array(arena, uint32_t, n),
              .path = arena_new_array(arena, uint32_t, n),
              .stack = arena_new_array(arena, uint32_t, n),
              .out = &out};
  for (uint32_t node = 0; node < n; node++)
    if (!t.index[node]) visit_from(&t, node);
  uint32_t *nodes = arena_new_array(arena, uint32_t, n);
  out.cyclic = arena_new_array(arena, bool, out.count);
  for (uint32_t node = 0; node < n; node++) {
    nodes[node] = node;
    Row succs = rows_at(&graph->succs, node);
    for (uint32_t i = 0; i < succs.len; i++)
      if (out.of[succs.items[i]] == out.of[node]) out.cyclic[out.of[node]] = true;
  }
  out.members = rows_new(arena, out.count, out.of, nodes, n);
  return out;
}

/* ---- dominators ---- */

/* All indices here are preorder numbers of a depth-first tree. */
typedef struct Flow {
  uint32_t *node;   /* number -> node */
  uint32_t *number; /* node -> number, DIGRAPH_NONE when unreached */
  uint32_t *parent; /* in the depth-first tree */
  uint32_t *dominator;
  uint32_t *bucket; /* those whose semi is this: a chain through `next`, 0 ends it */
  uint32_t *next;
  uint32_t *ancestor; /* path-compressed parent */
  uint32_t *label;    /* the number with the least semi on the compressed path */
  uint32_t *semi;
  uint32_t *stack;
  uint32_t reached;
} Flow;

static void number_nodes(Flow *s, const Digraph *graph, uint32_t root, uint32_t *next) {
  uint32_t at = 0;
  s->node[0] = root;
  s->number[root] = 0;
  s->reached = 1;
  for (;;) {
    Row succs = rows_at(&graph->succs, s->node[at]);
    if (next[at] == succs.len) {
      if (at == 0) return;
      at = s->parent[at];
      continue;
    }
    uint32_t to = succs.items[next[at]++];
    if (s->number[to] != DIGRAPH_NONE) continue;
    s->node[s->reached] = to;
    s->number[to] = s->reached;
    s->parent[s->reached] = at;
    at = s->reached++;
  }
}

/* The label of v, where the numbers >= linked are linked to their parents. */
static uint32_t evaluate(Flow *s, uint32_t v, uint32_t linked) {
  if (s->ancestor[v] < linked) return s->label[v];
  uint32_t depth = 0;
  for (; s->ancestor[v] >= linked; v = s->ancestor[v]) s->stack[depth++] = v;
  uint32_t above = v;
  while (depth) {
    v = s->stack[--depth];
    if (s->semi[s->label[above]] < s->semi[s->label[v]]) s->label[v] = s->label[above];
    s->ancestor[v] = s->ancestor[above];
    above = v;
  }
  return s->label[v];
}

static uint32_t semi_of(Flow *s, const Digraph *graph, uint32_t v) {
  uint32_t best = s->parent[v];
  Row preds = rows_at(&graph->preds, s->node[v]);
  for (uint32_t i = 0; i < preds.len; i++) {
    uint32_t from = s->number[preds.items[i]];
    if (from == DIGRAPH_NONE) continue;
    uint32_t candidate = s->semi[evaluate(s, from, v + 1)];
    if (candidate < best) best = candidate;
  }
  return best;
}

static void find_dominators(Flow *s, const Digraph *graph) {
  for (uint32_t v = s->reached; v-- > 1;) {
    uint32_t above = s->parent[v];
    s->semi[v] = semi_of(s, graph, v);
    s->next[v] = s->bucket[s->semi[v]];
    s->bucket[s->semi[v]] = v;
    for (uint32_t w = s->bucket[above]; w; w = s->next[w]) {
      uint32_t least = evaluate(s, w, v);
      s->dominator[w] = s->semi[least] < s->semi[w] ? least : above;
    }
    s->bucket[above] = 0;
  }
  for (uint32_t v = 1; v < s->reached; v++)
    if (s->dominator[v] != s->semi[v]) s->dominator[v] = s->dominator[s->dominator[v]];
}

/* Numbers the tree: `v` comes after its parent, so sizes add up backwards and preorder
 * numbers are handed out forwards. */
static void number_tree(DigraphTree *tree, const Flow *s, uint32_t *size) {
  for (uint32_t v = 0; v < s->reached; v++) size[v] = 1;
  for (uint32_t v = s->reached; v-- > 1;) size[s->dominator[v]] += size[v];
  uint32_t *next = s->stack;
  tree->pre[s->node[0]] = 1;
  next[0] = 2;
  for (uint32_t v = 1; v < s->reached; v++) {
    uint32_t above = s->dominator[v];
    tree->pre[s->node[v]] = next[above];
    next[above] += size[v];
    next[v] = tree->pre[s->node[v]] + 1;
    tree->parent[s->node[v]] = s->node[above];
  }
  for (uint32_t v = 0; v < s->reached; v++)
    tree->last[s->node[v]] = tree->pre[s->node[v]] + size[v] - 1;
}

DigraphTree digraph_dominators(Arena *arena, const Digraph *graph, uint32_t root) {
  uint32_t n = graph->count;
  Flow s = {.node = arena_new_array(arena, uint32_t, n),
            .number = filled_array(arena, n, DIGRAPH_NONE),
            .parent = arena_new_array(arena, uint32_t, n),
            .dominator = arena_new_array(arena, uint32_t, n),
            .bucket = arena_new_array(arena, uint32_t, n),
            .next = arena_new_array(arena, uint32_t, n),
            .ancestor = arena_new_array(arena, uint32_t, n),
            .label = arena_new_array(arena, uint32_t, n),
            .semi = arena_new_array(arena, uint32_t, n),
            .stack = arena_new_array(arena, uint32_t, n)};
  uint32_t *scratch = arena_new_array(arena, uint32_t, n);
  number_nodes(&s, graph, root, scratch);
  memcpy(s.ancestor, s.parent, n * sizeof *s.parent);
  for (uint32_t v = 0; v < s.reached; v++) s.label[v] = s.semi[v] = v;
  find_dominators(&s, graph);

  DigraphTree tree = {n,
                      root,
                      filled_array(arena, n, DIGRAPH_NONE),
                      arena_new_array(arena, uint32_t, n),
                      arena_new_array(arena, uint32_t, n),
                      {0}};
  number_tree(&tree, &s, scratch);
  uint32_t *from = s.label, *to = s.semi, pairs = 0; /* no longer needed */
  for (uint32_t node = 0; node < n; node++)
    if (tree.parent[node] != DIGRAPH_NONE) {
      from[pairs] = tree.parent[node];
      to[pairs++] = node;
    }
  tree.children = rows_new(arena, n, from, to, pairs);
  return tree;
}
