/* Pairs of graphs that cannot be joined, seen by walking both from their roots through
 * regions alone, as far as the walk of a join has no choice. */
#include <stdlib.h>

#include "shape/joiner.h"

enum { MAX_PAIRS = 48 };

typedef struct Walk {
  const Graph *a, *b;
  const JoinOptions *options;
  uint32_t first[MAX_PAIRS], second[MAX_PAIRS]; /* regions that met */
  uint32_t count;
} Walk;

static bool is_live_region(const Graph *g, const ShapeValue *v) {
  if (v->kind != VALUE_ADDRESS) return false;
  const ShapeObject *o = graph_object(g, v->object);
  return o->kind == KIND_REGION && o->valid;
}

static bool is_small(const Walk *w, const ShapeValue *v) {
  return value_is_exact(v) && llabs(v->lo) <= w->options->exact_bound;
}

/* Two regions meet: each may meet the other one only. */
static bool pair_clashes(Walk *w, uint32_t a, uint32_t b) {
  const ShapeObject *x = graph_object(w->a, a), *y = graph_object(w->b, b);
  if (x->place != y->place || x->size_lo != y->size_lo || x->size_hi != y->size_hi)
    return true;
  if (x->place != PLACE_HEAP && !joiner_same_root(x, y)) return true;
  for (uint32_t i = 0; i < w->count; i++)
    if (w->first[i] == a || w->second[i] == b)
      return w->first[i] != a || w->second[i] != b;
  if (w->count == MAX_PAIRS) return false;
  w->first[w->count] = a;
  w->second[w->count++] = b;
  return false;
}

static bool values_clash(Walk *w, uint32_t a, uint32_t b) {
  const ShapeValue *x = graph_value(w->a, a), *y = graph_value(w->b, b);
  if (x->kind == VALUE_INT && y->kind == VALUE_INT)
    return x->lo != y->lo && is_small(w, x) && is_small(w, y);
  bool region_x = is_live_region(w->a, x), region_y = is_live_region(w->b, y);
  if (x->kind != y->kind) return region_x || region_y;
  if (!region_x || !region_y) return false;
  bool exact = value_is_exact(x) && value_is_exact(y);
  if (!w->options->loose && exact && x->lo != y->lo) return true;
  return pair_clashes(w, x->object, y->object);
}

static bool fields_clash(Walk *w, const ShapeObject *x, const ShapeObject *y) {
  for (uint32_t i = 0, k = 0; i < x->field_count && k < y->field_count;) {
    const ShapeField *f = &x->fields[i], *h = &y->fields[k];
    if (f->offset == h->offset && f->size == h->size &&
        values_clash(w, f->value, h->value))
      return true;
    bool first = f->offset <= h->offset, second = h->offset <= f->offset;
    i += first;
    k += second;
  }
  return false;
}

static bool roots_clash(Walk *w) {
  uint32_t next = 1;
  for (uint32_t i = 1; i < w->a->objects.len; i++) {
    const ShapeObject *x = graph_object(w->a, i);
    if (!graph_is_root(x)) continue;
    for (uint32_t k = next; k < w->b->objects.len; k++) {
      const ShapeObject *y = graph_object(w->b, k);
      if (!graph_is_root(y) || !joiner_same_root(x, y)) continue;
      if (pair_clashes(w, i, k) || fields_clash(w, x, y)) return true;
      next = k + 1;
      break;
    }
  }
  return false;
}

bool joiner_clash(const Graph *a, const Graph *b, const JoinOptions *options) {
  if (a->frames.len != b->frames.len || a->context != b->context) return true;
  Walk w = {.a = a, .b = b, .options = options};
  for (uint32_t i = a->frames.len; i-- > 0;)
    if (fields_clash(&w, graph_object(a, a->frames.data[i]),
                     graph_object(b, b->frames.data[i])))
      return true;
  if (roots_clash(&w)) return true;
  for (uint32_t i = 0; i < w.count; i++)
    if (fields_clash(&w, graph_object(a, w.first[i]), graph_object(b, w.second[i])))
      return true;
  return false;
}
