/* Abstraction: sequences of neighbouring objects become list segments (section 3.3). */
#include "shape/join.h"

/* Who holds an address of an object. */
typedef struct Reference {
  uint32_t owner, offset, value;
} Reference;

typedef struct Abstraction {
  Graph *g;
  const JoinOptions *options;
  Vec(Reference) * references; /* by object */
  Arena *scratch;
} Abstraction;

typedef Vec(Reference) References;

static void index_references(Abstraction *x) {
  Graph *g = x->g;
  x->references = arena_zalloc(x->scratch, g->objects.len * sizeof *x->references);
  for (uint32_t i = 0; i < g->objects.len; i++) {
    const ShapeObject *o = graph_object(g, i);
    if (o->gone) continue;
    for (uint32_t k = 0; k < o->field_count; k++) {
      const ShapeValue *v = graph_value(g, o->fields[k].value);
      if (v->kind != VALUE_ADDRESS) continue;
      References *list = (References *)&x->references[v->object];
      vec_push(x->scratch, list, (Reference){i, o->fields[k].offset, o->fields[k].value});
    }
  }
}

static bool is_node(const ShapeObject *o) {
  return o->place == PLACE_HEAP && o->valid && !o->gone && o->level == 0 &&
         o->kind != KIND_OPTION && o->size_lo == o->size_hi;
}

/* The object that a link field leads to; SHAPE_NONE when it is no link. */
static uint32_t follow(const Graph *g, uint32_t object, uint32_t field, uint32_t head,
                       ShapeSpec spec) {
  uint32_t value = graph_lookup(g, object, field, g->pointer_bytes);
  if (value == SHAPE_NONE) return SHAPE_NONE;
  const ShapeValue *v = graph_value(g, value);
  if (v->kind != VALUE_ADDRESS || !value_is_exact(v) || v->lo != (int64_t)head)
    return SHAPE_NONE;
  if (v->spec != SPEC_REGION && v->spec != (uint8_t)spec) return SHAPE_NONE;
  return v->object;
}

static bool links_fit(const ShapeObject *o, const Links *l) {
  if (!graph_is_segment(o)) return true;
  return o->head == l->head && o->next == l->next && (o->kind == KIND_DLS) == l->doubly &&
         (!l->doubly || o->prev == l->prev);
}

static uint32_t next_node(const Abstraction *x, uint32_t object, const Links *l) {
  const Graph *g = x->g;
  uint32_t next = follow(g, object, l->next, l->head, SPEC_FIRST);
  if (next == SHAPE_NONE || next == object || !is_node(graph_object(g, next)))
    return SHAPE_NONE;
  const ShapeObject *o = graph_object(g, object), *n = graph_object(g, next);
  if (!links_fit(o, l) || !links_fit(n, l) || o->size_lo != n->size_lo) return SHAPE_NONE;
  if (x->options->same_sites && !sites_meet(x->options->sites, o->sites, n->sites))
    return SHAPE_NONE;
  if (graph_lookup(g, next, l->next, g->pointer_bytes) == SHAPE_NONE) return SHAPE_NONE;
  if (!l->doubly) return next;
  if (follow(g, next, l->prev, l->head, SPEC_LAST) != object) return SHAPE_NONE;
  return graph_lookup(g, object, l->prev, g->pointer_bytes) == SHAPE_NONE ? SHAPE_NONE
                                                                          : next;
}

static bool contains(const VecU32 *list, uint32_t x) {
  for (uint32_t i = 0; i < list->len; i++)
    if (list->data[i] == x) return true;
  return false;
}

/* ---- where pointers may come from ---- */

typedef struct Node {
  uint32_t object, before, after; /* neighbours in the sequence, or SHAPE_NONE */
  const VecU32 *own;              /* what is below it alone */
  const VecU32 *before_own;       /* what is below the one before it alone, or NULL */
} Node;

/* From the node before it, or what that has of its own: means the next one of each node.
 */
static bool is_of_node_before(const Abstraction *x, const Reference *r, const Node *n,
                              const Links *l) {
  if (l->doubly || n->before == SHAPE_NONE) return false;
  const ShapeValue *v = graph_value(x->g, r->value);
  if (r->value != graph_lookup(x->g, n->before, l->next, x->g->pointer_bytes))
    return false;
  if (graph_is_segment(graph_object(x->g, n->before)) || !value_is_exact(v)) return false;
  return r->owner == n->before || (n->before_own && contains(n->before_own, r->owner));
}

static bool reference_allowed(const Abstraction *x, const Reference *r, const Node *n,
                              const Links *l) {
  if (r->owner == n->object || (n->own && contains(n->own, r->owner))) return true;
  if (n->before != SHAPE_NONE && r->owner == n->before && r->offset == l->next)
    return true;
  if (is_of_node_before(x, r, n, l)) return true;
  if (l->doubly && n->after != SHAPE_NONE && r->owner == n->after && r->offset == l->prev)
    return true;
  bool end = n->before == SHAPE_NONE || (l->doubly && n->after == SHAPE_NONE);
  const ShapeValue *v = graph_value(x->g, r->value);
  if (!end || !value_is_exact(v) || v->lo != (int64_t)l->head) return false;
  if (v->spec == SPEC_REGION) return true;
  /* A segment at an end is pointed to from outside at its outer end. */
  return v->spec == (n->before == SHAPE_NONE ? SPEC_FIRST : SPEC_LAST);
}

static bool references_allowed(const Abstraction *x, const Node *n, const Links *l) {
  const References *list = (const References *)&x->references[n->object];
  for (uint32_t i = 0; i < list->len; i++)
    if (!reference_allowed(x, &list->data[i], n, l)) return false;
  return true;
}

/* What one node has of its own is not pointed to from elsewhere, and all on the heap. */
static bool is_private(const Abstraction *x, const VecU32 *own, uint32_t node) {
  for (uint32_t i = 0; i < own->len; i++) {
    uint32_t object = own->data[i];
    if (graph_object(x->g, object)->place != PLACE_HEAP) return false;
    const References *list = (const References *)&x->references[object];
    for (uint32_t k = 0; k < list->len; k++)
      if (list->data[k].owner != node && !contains(own, list->data[k].owner))
        return false;
  }
  return true;
}

/* ---- sequences ---- */

typedef struct Step {
  bool fits;
  bool insert_first; /* how the join went: see JoinOptions */
  JoinStatus status;
  VecU32 first, second;
} Step;

static bool own_is_apart(const VecU32 *first, const VecU32 *second, uint32_t a,
                         uint32_t b) {
  for (uint32_t i = 0; i < first->len; i++)
    if (contains(second, first->data[i]) || first->data[i] == b) return false;
  return !contains(second, a);
}

static Step try_way(const Abstraction *x, uint32_t a, uint32_t b, const Links *l,
                    bool insert_first) {
  Graph *copy = graph_copy(x->scratch, x->g);
  Merge merge;
  Step step = {.insert_first = insert_first};
  JoinOptions options = *x->options;
  options.insert_first = insert_first;
  if (!graph_merge(copy, a, b, *l, &options, &merge) || graph_fault(copy)) return step;
  memcpy(&step.first, &merge.first, sizeof step.first);
  memcpy(&step.second, &merge.second, sizeof step.second);
  step.status = merge.status;
  step.fits = is_private(x, &step.first, a) && is_private(x, &step.second, b) &&
              own_is_apart(&step.first, &step.second, a, b);
  return step;
}

static Step try_step(const Abstraction *x, uint32_t a, uint32_t b, const Links *l) {
  Step step = try_way(x, a, b, l, false);
  return step.fits ? step : try_way(x, a, b, l, true);
}

typedef struct Sequence {
  Links links;
  VecU32 nodes;
  unsigned cost;
} Sequence;

static unsigned cost_of(JoinStatus status) {
  return status == JOIN_EQUAL ? 0 : status == JOIN_INCOMPARABLE ? 2 : 1;
}

/* The longest sequence that starts here. */
static Sequence longest(const Abstraction *x, uint32_t start, Links links) {
  Sequence s = {.links = links};
  vec_push(x->scratch, &s.nodes, start);
  uint32_t before = SHAPE_NONE, at = start;
  VecU32 own = {0}, before_own = {0};
  for (;;) {
    uint32_t next = next_node(x, at, &links);
    if (next == SHAPE_NONE || contains(&s.nodes, next)) break;
    /* Not round a cycle: an empty segment would have no address, and one that leads back
     * into itself is no list. */
    uint32_t beyond = follow(x->g, next, links.next, links.head, SPEC_FIRST);
    if (beyond == next || contains(&s.nodes, beyond)) break;
    Step step = try_step(x, at, next, &links);
    if (!step.fits) break;
    Node node = {at, before, next, before == SHAPE_NONE ? &step.first : &own,
                 &before_own};
    if (!references_allowed(x, &node, &links)) break;
    Node last = {next, at, SHAPE_NONE, &step.second, &step.first};
    if (!references_allowed(x, &last, &links)) break;
    if (cost_of(step.status) > s.cost) s.cost = cost_of(step.status);
    vec_push(x->scratch, &s.nodes, next);
    memcpy(&own, &step.second, sizeof own);
    memcpy(&before_own, &step.first, sizeof before_own);
    before = at;
    at = next;
  }
  return s;
}

static bool is_better(const Sequence *s, const Sequence *best,
                      const uint32_t *thresholds) {
  if (s->nodes.len < 2 || s->nodes.len < thresholds[s->cost]) return false;
  if (!best->nodes.len || s->cost != best->cost)
    return !best->nodes.len || s->cost < best->cost;
  if (s->nodes.len != best->nodes.len) return s->nodes.len > best->nodes.len;
  /* Of links that lead the same way the last one: of arrays of them, the upper list. */
  return s->nodes.data[0] == best->nodes.data[0] && s->links.next > best->links.next;
}

static void try_links(const Abstraction *x, uint32_t object, Links links,
                      const uint32_t *thresholds, Sequence *best) {
  Sequence s = longest(x, object, links);
  if (is_better(&s, best, thresholds)) *best = s;
}

/* All ways in which the field may be the link to a neighbour. */
static void try_field(const Abstraction *x, uint32_t object, const ShapeField *field,
                      const uint32_t *thresholds, Sequence *best) {
  const Graph *g = x->g;
  const ShapeValue *v = graph_value(g, field->value);
  if (v->kind != VALUE_ADDRESS || field->size != g->pointer_bytes) return;
  if (v->spec != SPEC_REGION && v->spec != SPEC_FIRST) return;
  if (!value_is_exact(v) || v->lo < 0 || v->object == object) return;
  const ShapeObject *n = graph_object(g, v->object);
  if (!is_node(n) || v->lo > n->size_lo) return;
  Links links = {.head = (uint32_t)v->lo, .next = field->offset};
  bool doubly = false;
  for (uint32_t i = 0; i < n->field_count; i++) {
    uint32_t offset = n->fields[i].offset;
    const ShapeValue *w = graph_value(g, n->fields[i].value);
    if (w->kind != VALUE_ADDRESS || w->object != object) continue;
    doubly = true;
    if (offset <= links.next || w->lo != v->lo || w->hi != v->lo) continue;
    links.prev = offset;
    links.doubly = true;
    try_links(x, object, links, thresholds, best);
  }
  if (doubly) return;
  links.doubly = false;
  links.prev = 0;
  try_links(x, object, links, thresholds, best);
}

static Sequence best_sequence(const Abstraction *x, const uint32_t *thresholds) {
  Sequence best = {0};
  for (uint32_t i = 1; i < x->g->objects.len; i++) {
    const ShapeObject *o = graph_object(x->g, i);
    if (!is_node(o)) continue;
    for (uint32_t k = 0; k < o->field_count; k++)
      try_field(x, i, &o->fields[k], thresholds, &best);
  }
  return best;
}

/* As far as it goes: a segment may have less of its own than its nodes had. */
static bool merge_sequence(Graph *g, const Sequence *s, const JoinOptions *options) {
  uint32_t segment = s->nodes.data[0];
  for (uint32_t i = 1; i < s->nodes.len; i++) {
    Abstraction x = {.g = g, .options = options, .scratch = g->arena};
    index_references(&x);
    Step step = try_step(&x, segment, s->nodes.data[i], &s->links);
    if (!step.fits) return i > 1;
    Merge merge;
    JoinOptions way = *options;
    way.insert_first = step.insert_first;
    if (!graph_merge(g, segment, s->nodes.data[i], s->links, &way, &merge)) return false;
    segment = merge.segment;
  }
  return true;
}

/* ---- segments in which several fields lead to the next node ---- */

/* Another field of the nodes that may be the link; SHAPE_NONE when there is none. */
static uint32_t other_link(const Graph *g, uint32_t segment) {
  const ShapeObject *d = graph_object(g, segment);
  if (d->gone || d->level || d->kind != KIND_SLS) return SHAPE_NONE;
  for (uint32_t i = 0; i < d->field_count; i++) {
    const ShapeValue *v = graph_value(g, d->fields[i].value);
    if (v->kind == VALUE_ADDRESS && v->object == segment && v->spec == SPEC_NEXT)
      return d->fields[i].offset;
  }
  return SHAPE_NONE;
}

static void relink(Graph *g, uint32_t segment, uint32_t link) {
  ShapeObject *d = graph_object(g, segment);
  uint32_t bytes = g->pointer_bytes, old = d->next;
  uint32_t end = graph_lookup(g, segment, old, bytes);
  uint32_t next = graph_lookup(g, segment, link, bytes);
  d->next = link;
  graph_write(g, segment, old, bytes, next);
  graph_write(g, segment, link, bytes, end);
}

static Sequence best_in(Graph *g, const JoinOptions *options,
                        const uint32_t thresholds[3]) {
  Abstraction x = {.g = g, .options = options, .scratch = g->arena};
  index_references(&x);
  return best_sequence(&x, thresholds);
}

/* What can be merged, perhaps after one segment is linked by another of its fields. */
static Sequence choose(Graph **g, const JoinOptions *options,
                       const uint32_t thresholds[3]) {
  Sequence best = best_in(*g, options, thresholds);
  for (uint32_t i = 1; !best.nodes.len && i < (*g)->objects.len; i++) {
    uint32_t link = other_link(*g, i);
    if (link == SHAPE_NONE) continue;
    Graph *linked = graph_copy((*g)->arena, *g);
    relink(linked, i, link);
    best = best_in(linked, options, thresholds);
    if (best.nodes.len) *g = linked;
  }
  return best;
}

Graph *graph_abstract(Graph *g, const JoinOptions *options,
                      const uint32_t thresholds[3]) {
  for (;;) {
    Sequence best = choose(&g, options, thresholds);
    if (!best.nodes.len) return g;
    Graph *merged = graph_copy(g->arena, g);
    if (!merge_sequence(merged, &best, options)) return g;
    g = graph_compact(g->arena, merged, NULL, NULL);
  }
}
