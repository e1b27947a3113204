/* Join of two graphs: a simultaneous walk from equal roots that makes one node of each
 * pair of nodes it meets (section 3.2). */
#include <stdlib.h>

#include "shape/bits.h"
#include "shape/joiner.h"

enum { MAX_DEPTH = 4000 };

void joiner_update(Joiner *j, JoinStatus status) {
  if (j->status == JOIN_EQUAL)
    j->status = status;
  else if (status != JOIN_EQUAL && status != j->status)
    j->status = JOIN_INCOMPARABLE;
}

uint32_t joiner_record(Joiner *j, uint32_t a, uint32_t b, uint32_t value) {
  *map_at(j->out->arena, &j->pairs, (uint64_t)a << 32 | b) = (uint64_t)value + 1;
  if (j->merging) return value;
  while (j->sources.len <= value)
    vec_push(j->out->arena, &j->sources, (ShapeUnequal){SHAPE_NONE, SHAPE_NONE});
  j->sources.data[value] = (ShapeUnequal){a, b};
  return value;
}

/* ---- integers ---- */

static int64_t next_up(const JoinOptions *o, int64_t x) {
  for (uint32_t i = 0; i < o->threshold_count; i++)
    if (o->thresholds[i] >= x) return o->thresholds[i];
  return INT64_MAX;
}

static int64_t next_down(const JoinOptions *o, int64_t x) {
  for (uint32_t i = o->threshold_count; i-- > 0;)
    if (o->thresholds[i] <= x) return o->thresholds[i];
  return INT64_MIN;
}

/* The largest step that has the numbers of both. */
static unsigned common_step(const ShapeValue *x, const ShapeValue *y) {
  uint64_t apart = (uint64_t)x->lo - (uint64_t)y->lo;
  unsigned step = apart ? (unsigned)__builtin_ctzll(apart) : 63;
  if (value_step(x) < step) step = value_step(x);
  return value_step(y) < step ? value_step(y) : step;
}

static bool same_numbers(const ShapeValue *x, const ShapeValue *y) {
  return x->lo == y->lo && x->hi == y->hi && value_step(x) == value_step(y);
}

/* Offsets stop at the ends of fields and of the object. */
static int64_t low_landmark(const Joiner *j, const ShapeValue *x, int64_t at) {
  if (x->kind == VALUE_INT || at < 0) return next_down(j->options, at);
  const ShapeObject *o = graph_object(j->a.g, x->object);
  int64_t found = 0;
  for (uint32_t i = 0; i < o->field_count; i++) {
    int64_t end = (int64_t)o->fields[i].offset + o->fields[i].size;
    if (end <= at && end > found) found = end;
  }
  return found;
}

static int64_t high_landmark(const Joiner *j, const ShapeValue *x, int64_t at) {
  if (x->kind == VALUE_INT) return next_up(j->options, at);
  const ShapeObject *o = graph_object(j->a.g, x->object);
  if (at > o->size_lo) return next_up(j->options, at);
  for (uint32_t i = 0; i < o->field_count; i++)
    if (o->fields[i].offset >= at) return o->fields[i].offset;
  return o->size_lo;
}

/* Where the bounds may grow to, of those that grew. */
static void widen(const Joiner *j, const ShapeValue *x, ShapeValue *v) {
  uint64_t unit = (uint64_t)1 << v->step;
  if (v->lo < x->lo) {
    int64_t low = low_landmark(j, x, v->lo);
    v->lo = (int64_t)((uint64_t)v->lo - (((uint64_t)v->lo - (uint64_t)low) & -unit));
  }
  if (v->hi > x->hi) {
    int64_t high = high_landmark(j, x, v->hi);
    v->hi = (int64_t)((uint64_t)v->hi + (((uint64_t)high - (uint64_t)v->hi) & -unit));
  }
}

void joiner_hull(Joiner *j, const ShapeValue *x, const ShapeValue *y, ShapeValue *v) {
  bool grows = !value_is_exact(x) || !value_is_exact(y);
  v->lo = x->lo < y->lo ? x->lo : y->lo;
  v->hi = x->hi > y->hi ? x->hi : y->hi;
  v->step = (uint8_t)common_step(x, y);
  if (v->lo == v->hi) v->step = 0;
  bool first = same_numbers(v, x), second = same_numbers(v, y);
  if (first && second) return;
  joiner_update(j, first ? JOIN_FIRST : second ? JOIN_SECOND : JOIN_INCOMPARABLE);
  if (!grows || first || (second && j->merging)) return;
  widen(j, x, v);
  if (!same_numbers(v, y)) joiner_update(j, JOIN_INCOMPARABLE);
}

enum { PRECISE_BOUND = 10 };

static bool is_landmark(const JoinOptions *o, int64_t n) {
  uint32_t low = 0, high = o->landmark_count;
  while (low < high) {
    uint32_t middle = (low + high) / 2;
    if (o->landmarks[middle] < n)
      low = middle + 1;
    else
      high = middle;
  }
  return low < o->landmark_count && o->landmarks[low] == n;
}

static bool is_small(const Joiner *j, const ShapeValue *v) {
  const JoinOptions *o = j->options;
  if (!value_is_exact(v)) return false;
  return llabs(v->lo) <= o->exact_bound ||
         (o->exact_bound >= PRECISE_BOUND && is_landmark(o, v->lo));
}

/* They differ in a bit that the program asks for. */
static bool differ_in_flag(const Joiner *j, const ShapeValue *x, const ShapeValue *y) {
  if (j->options->exact_bound < PRECISE_BOUND) return false;
  if (!value_is_exact(x) || !value_is_exact(y) || x->lo < 0 || y->lo < 0) return false;
  return ((uint64_t)x->lo ^ (uint64_t)y->lo) & j->options->tested;
}

void joiner_note_partner(Joiner *j, uint32_t a, uint32_t b) {
  if (j->merging) return;
  const ShapeValue *x = graph_value(j->a.g, a), *y = graph_value(j->b.g, b);
  if (!value_is_exact(x)) {
    if (j->a.partners[a] == SHAPE_NONE)
      j->a.partners[a] = b;
    else if (j->a.partners[a] != b)
      joiner_update(j, JOIN_SECOND);
  }
  if (!value_is_exact(y)) {
    if (j->b.partners[b] == SHAPE_NONE)
      j->b.partners[b] = a;
    else if (j->b.partners[b] != a)
      joiner_update(j, JOIN_FIRST);
  }
}

static void join_bits(Joiner *j, const ShapeValue *x, const ShapeValue *y,
                      ShapeValue *v) {
  Bits both = bits_common(bits_of(x), bits_of(y));
  v->known = both.known;
  v->bits = both.bits;
  if (!value_is_exact(x) && both.known != x->known) joiner_update(j, JOIN_SECOND);
  if (!value_is_exact(y) && both.known != y->known) joiner_update(j, JOIN_FIRST);
}

uint32_t joiner_ints(Joiner *j, uint32_t a, uint32_t b, Shift shift) {
  const ShapeValue *x = graph_value(j->a.g, a), *y = graph_value(j->b.g, b);
  if (value_is_exact(x) && value_is_exact(y) && x->lo == y->lo && !x->undefined &&
      !y->undefined)
    return graph_int(j->out, x->lo);
  uint64_t *known = map_find(&j->pairs, (uint64_t)a << 32 | b);
  if (known) return (uint32_t)(*known - 1);
  if (is_small(j, x) != is_small(j, y)) {
    if (j->merging) return SHAPE_NONE;
    j->lossy = true;
  }
  if (is_small(j, x) && is_small(j, y)) return SHAPE_NONE;
  if (differ_in_flag(j, x, y)) return SHAPE_NONE;
  ShapeValue v = {.kind = VALUE_INT, .undefined = x->undefined || y->undefined};
  if (x->undefined != y->undefined)
    joiner_update(j, x->undefined ? JOIN_FIRST : JOIN_SECOND);
  joiner_hull(j, x, y, &v);
  if (value_is_exact(&v))
    v.known = v.bits = 0; /* of one number all are */
  else
    join_bits(j, x, y, &v);
  int level_a = x->level + shift.a, level_b = y->level + shift.b;
  v.level = (uint8_t)(level_a > level_b ? level_a : level_b);
  /* A number of each node is more than one that all nodes share. */
  if (level_a != level_b) joiner_update(j, level_a > level_b ? JOIN_FIRST : JOIN_SECOND);
  if (j->merging && v.level == 0) v.level = 1; /* two segments that each share a number */
  joiner_note_partner(j, a, b);
  vec_push(j->out->arena, &j->out->values, v);
  return joiner_record(j, a, b, j->out->values.len - 1);
}

/* ---- values ---- */

uint32_t joiner_value(Joiner *j, uint32_t a, uint32_t b, Shift shift) {
  if (j->merging && a == j->next_a && b == j->next_b) return j->next;
  if (j->merging && a == b) return a;
  const ShapeValue *x = graph_value(j->a.g, a), *y = graph_value(j->b.g, b);
  if (j->depth > MAX_DEPTH) return SHAPE_NONE;
  j->depth++;
  uint32_t value;
  if (x->kind == VALUE_INT && y->kind == VALUE_INT)
    value = joiner_ints(j, a, b, shift);
  else if (x->kind == y->kind)
    value = joiner_addresses(j, a, b, shift);
  else
    value = joiner_mixed(j, a, b, shift);
  j->depth--;
  return value;
}

/* ---- whole graphs ---- */

static void side_init(Side *side, const Graph *g, Arena *arena) {
  side->g = g;
  side->objects = arena_alloc(arena, g->objects.len * sizeof(uint32_t));
  side->partners = arena_alloc(arena, g->values.len * sizeof(uint32_t));
  memset(side->objects, 0xff, g->objects.len * sizeof(uint32_t));
  memset(side->partners, 0xff, g->values.len * sizeof(uint32_t));
  side->objects[SHAPE_NULL_OBJECT] = SHAPE_NULL_OBJECT;
  side->single = arena_zalloc(arena, g->objects.len);
}

/* Roots of equal identity go together before anything is walked. */
static bool pair_roots(Joiner *j, VecU32 *pairs) {
  const Graph *a = j->a.g, *b = j->b.g;
  uint32_t roots_b = 0;
  for (uint32_t i = 1; i < b->objects.len; i++)
    roots_b += graph_is_root(&b->objects.data[i]);
  uint8_t *used = arena_zalloc(j->out->arena, b->objects.len);
  for (uint32_t i = 1; i < a->objects.len; i++) {
    if (!graph_is_root(&a->objects.data[i])) continue;
    uint32_t k = 1;
    while (k < b->objects.len &&
           (used[k] || !graph_is_root(&b->objects.data[k]) ||
            !joiner_same_root(&a->objects.data[i], &b->objects.data[k])))
      k++;
    if (k == b->objects.len) return false;
    used[k] = 1;
    roots_b--;
    vec_push(j->out->arena, pairs, i);
    vec_push(j->out->arena, pairs, k);
  }
  return roots_b == 0;
}

static bool start_pair(Joiner *j, uint32_t a, uint32_t b) {
  ShapeObject copy = *graph_object(j->a.g, a);
  const ShapeObject *other = graph_object(j->b.g, b);
  if (copy.size_lo != other->size_lo || copy.size_hi != other->size_hi ||
      copy.source != other->source || copy.place != other->place)
    return false;
  copy.fields = NULL;
  copy.field_count = copy.field_cap = 0;
  j->a.objects[a] = j->b.objects[b] = graph_add_object(j->out, copy);
  return true;
}

static bool walk(Joiner *j) {
  VecU32 pairs = {0};
  const Graph *a = j->a.g, *b = j->b.g;
  if (a->frames.len != b->frames.len || a->context != b->context) return false;
  for (uint32_t i = 0; i < a->frames.len; i++) {
    vec_push(j->out->arena, &pairs, a->frames.data[i]);
    vec_push(j->out->arena, &pairs, b->frames.data[i]);
  }
  if (!pair_roots(j, &pairs)) return false;
  for (uint32_t i = 0; i < pairs.len; i += 2)
    if (!start_pair(j, pairs.data[i], pairs.data[i + 1])) return false;
  for (uint32_t i = 0; i < a->frames.len; i++)
    vec_push(j->out->arena, &j->out->frames, j->a.objects[a->frames.data[i]]);
  for (uint32_t i = 0; i < pairs.len; i += 2)
    if (!joiner_fields(j, pairs.data[i], pairs.data[i + 1], j->a.objects[pairs.data[i]],
                       (Shift){0, 0}, NULL))
      return false;
  return joiner_resolve(j);
}

/* ---- facts about inequality: those that hold on both sides ---- */

static bool differ(const Graph *g, uint32_t x, uint32_t y) {
  if (x == SHAPE_NONE || y == SHAPE_NONE) return false;
  if (graph_are_unequal(g, x, y)) return true;
  const ShapeValue *v = graph_value(g, x), *w = graph_value(g, y);
  return v->kind == VALUE_INT && w->kind == VALUE_INT && (v->hi < w->lo || w->hi < v->lo);
}

static void source_of(const Joiner *j, uint32_t value, uint32_t *a, uint32_t *b) {
  *a = *b = SHAPE_NONE;
  if (value == SHAPE_ZERO)
    *a = *b = SHAPE_ZERO;
  else if (value < j->sources.len) {
    *a = j->sources.data[value].a;
    *b = j->sources.data[value].b;
  }
}

static void keep_unequal(Joiner *j, const Graph *from, bool second) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < from->unequal.len; i++) {
    ShapeUnequal u = from->unequal.data[i];
    bool found = false;
    for (uint32_t x = 0; x < j->sources.len; x++) {
      uint32_t xa, xb, ya, yb;
      source_of(j, x, &xa, &xb);
      if ((second ? xb : xa) != u.a && (second ? xb : xa) != u.b) continue;
      for (uint32_t y = 0; y < j->sources.len; y++) {
        source_of(j, y, &ya, &yb);
        uint32_t from_x = second ? xb : xa, from_y = second ? yb : ya;
        bool same = (from_x == u.a && from_y == u.b) || (from_x == u.b && from_y == u.a);
        if (!same || !differ(j->a.g, xa, ya) || !differ(j->b.g, xb, yb)) continue;
        graph_make_unequal(j->out, x, y);
        found = true;
      }
    }
    kept += found;
  }
  if (kept < from->unequal.len) joiner_update(j, second ? JOIN_FIRST : JOIN_SECOND);
}

Graph *graph_join(Arena *arena, const Graph *a, const Graph *b,
                  const JoinOptions *options, JoinStatus *status) {
  if (joiner_clash(a, b, options)) return NULL;
  Joiner j = {.options = options, .out = graph_new(arena, a->pointer_bytes)};
  j.out->context = a->context;
  side_init(&j.a, a, arena);
  side_init(&j.b, b, arena);
  joiner_record(&j, SHAPE_ZERO, SHAPE_ZERO, SHAPE_ZERO);
  if (!walk(&j) || graph_fault(j.out)) return NULL;
  keep_unequal(&j, a, false);
  keep_unequal(&j, b, true);
  if (j.lossy && j.status == JOIN_INCOMPARABLE && !options->loose) return NULL;
  *status = j.status;
  return j.out;
}

/* ---- merging two neighbours ---- */

static uint32_t node_count(const ShapeObject *o) {
  return graph_is_segment(o) ? o->length : 1;
}

static uint32_t new_segment(Joiner *j, uint32_t a, uint32_t b, Links links) {
  const ShapeObject *x = graph_object(j->a.g, a), *y = graph_object(j->b.g, b);
  ShapeObject d = *x;
  uint32_t length = node_count(x) + node_count(y);
  d.kind = links.doubly ? KIND_DLS : KIND_SLS;
  d.length = length > 3 ? 3 : length;
  d.head = links.head;
  d.next = links.next;
  d.prev = links.doubly ? links.prev : 0;
  d.sites = sites_union(j->options->sites, x->sites, y->sites);
  d.fields = NULL;
  d.field_count = d.field_cap = 0;
  return graph_add_object(j->out, d);
}

/* Where nodes of a singly linked list link to: of a segment, each to its own next one. */
static void find_next(Joiner *j, const Links *links, uint32_t segment) {
  uint32_t roots[] = {j->root_a, j->root_b}, found[2];
  for (int i = 0; i < 2; i++) {
    const Graph *g = j->a.g;
    if (graph_is_segment(graph_object(g, roots[i])))
      found[i] = graph_find_address(g, roots[i], links->head, SPEC_NEXT);
    else
      found[i] = graph_lookup(g, roots[i], links->next, g->pointer_bytes);
  }
  j->next_a = j->next_b = j->next = SHAPE_NONE;
  if (links->doubly || found[0] == SHAPE_NONE || found[1] == SHAPE_NONE) return;
  j->next_a = found[0];
  j->next_b = found[1];
  j->next = graph_address(j->out, segment, links->head, SPEC_NEXT);
}

static void redirect(Graph *g, uint32_t from, uint32_t head, ShapeSpec other,
                     uint32_t segment, ShapeSpec spec, uint32_t before) {
  for (uint32_t i = 1; i < before; i++) {
    ShapeValue *v = graph_value(g, i);
    if (v->kind != VALUE_ADDRESS || v->object != from || v->lo != head || v->hi != head)
      continue;
    if (v->spec != SPEC_REGION && v->spec != other) continue;
    v->object = segment;
    v->spec = (uint8_t)spec;
  }
}

bool graph_merge(Graph *g, uint32_t a, uint32_t b, Links links,
                 const JoinOptions *options, Merge *merge) {
  Graph *old = graph_copy(g->arena, g);
  Joiner j = {.options = options, .out = g, .merging = true, .root_a = a, .root_b = b};
  side_init(&j.a, old, g->arena);
  side_init(&j.b, old, g->arena);
  const ShapeObject *x = graph_object(old, a), *y = graph_object(old, b);
  uint32_t d = new_segment(&j, a, b, links);
  j.a.objects[a] = j.b.objects[b] = d;
  find_next(&j, &links, d);
  uint32_t before = g->values.len;
  Shift shift = {!graph_is_segment(x), !graph_is_segment(y)};
  if (!joiner_fields(&j, a, b, d, shift, &links) || !joiner_resolve(&j)) return false;
  uint32_t next = graph_lookup(old, b, links.next, g->pointer_bytes);
  graph_write(g, d, links.next, g->pointer_bytes, next);
  if (links.doubly) {
    uint32_t prev = graph_lookup(old, a, links.prev, g->pointer_bytes);
    graph_write(g, d, links.prev, g->pointer_bytes, prev);
  }
  redirect(g, a, links.head, SPEC_FIRST, d, SPEC_FIRST, before);
  if (links.doubly) redirect(g, b, links.head, SPEC_LAST, d, SPEC_LAST, before);
  *merge = (Merge){j.status, d, {0}, {0}};
  memcpy(&merge->first, &j.a.own, sizeof merge->first);
  memcpy(&merge->second, &j.b.own, sizeof merge->second);
  graph_object(g, a)->gone = graph_object(g, b)->gone = true;
  graph_object(g, a)->field_count = graph_object(g, b)->field_count = 0;
  for (uint32_t i = 0; i < j.a.own.len; i++) {
    graph_object(g, j.a.own.data[i])->gone = true;
    graph_object(g, j.a.own.data[i])->field_count = 0;
  }
  for (uint32_t i = 0; i < j.b.own.len; i++) {
    graph_object(g, j.b.own.data[i])->gone = true;
    graph_object(g, j.b.own.data[i])->field_count = 0;
  }
  return true;
}
