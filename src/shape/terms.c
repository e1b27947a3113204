/* What values were computed from, until paths meet: computing the same again gives the
 * same value, and what a branch teaches about a sum it teaches about its parts. */
#include "shape/interval.h"

enum { MAX_TERMS = 64 };

uint32_t graph_find_term(const Graph *g, const ShapeTerm *key) {
  for (uint32_t i = g->terms.len; i-- > 0;) {
    const ShapeTerm *t = &g->terms.data[i];
    if (t->op == key->op && t->op != OP_ICMP && t->bits == key->bits && t->a == key->a &&
        t->b == key->b && t->factor == key->factor && t->constant == key->constant)
      return t->result;
  }
  return SHAPE_NONE;
}

static void push_term(Graph *g, ShapeTerm term) {
  if (g->terms.len >= MAX_TERMS) {
    g->terms.len--;
    memmove(g->terms.data, g->terms.data + 1, g->terms.len * sizeof *g->terms.data);
  }
  vec_push(g->arena, &g->terms, term);
}

void graph_add_term(Graph *g, ShapeTerm term) {
  const ShapeValue *v = graph_value(g, term.result);
  if (!value_is_exact(v) && !v->undefined) push_term(g, term);
}

/* Of an address: of its offset. */
static Interval range_of(const Graph *g, uint32_t value) {
  const ShapeValue *v = graph_value(g, value);
  return (Interval){v->lo, v->hi, value_step(v)};
}

static bool narrow_to(Graph *g, uint32_t value, Wide lo, Wide hi) {
  ShapeValue *v = graph_value(g, value);
  if (lo > v->hi || hi < v->lo) return false;
  return value_narrow(v, lo < v->lo ? v->lo : (int64_t)lo,
                      hi > v->hi ? v->hi : (int64_t)hi);
}

static Wide floor_divide(Wide a, Wide b) {
  Wide q = a / b;
  return a % b && (a < 0) != (b < 0) ? q - 1 : q;
}

/* result = a + factor * b + constant, in all directions. */
static bool narrow_term(Graph *g, const ShapeTerm *t) {
  Interval a = range_of(g, t->a), b = range_of(g, t->b), r = range_of(g, t->result);
  Wide one = t->factor * b.lo, other = t->factor * b.hi, k = t->constant;
  Wide low = one < other ? one : other, high = one < other ? other : one;
  if (!narrow_to(g, t->result, a.lo + low + k, a.hi + high + k)) return false;
  if (!narrow_to(g, t->a, r.lo - high - k, r.hi - low - k)) return false;
  if (t->b == SHAPE_ZERO || !t->factor) return true;
  Wide from = r.lo - a.hi - k, to = r.hi - a.lo - k;
  if (t->factor > 0)
    return narrow_to(g, t->b, -floor_divide(-from, t->factor),
                     floor_divide(to, t->factor));
  return narrow_to(g, t->b, -floor_divide(-to, t->factor), floor_divide(from, t->factor));
}

/* ---- orders ---- */

static bool narrow_less(Graph *g, uint32_t a, uint32_t b, int slack) {
  ShapeValue v = *graph_value(g, a), w = *graph_value(g, b);
  return narrow_to(g, a, v.lo, (Wide)w.hi - slack) &&
         narrow_to(g, b, (Wide)v.lo + slack, w.hi);
}

static bool narrow_below(Graph *g, uint32_t a, uint32_t b, int slack) {
  ShapeValue v = *graph_value(g, a), w = *graph_value(g, b);
  if (v.lo >= 0 && w.lo >= 0) return narrow_less(g, a, b, slack);
  if (v.hi < 0 && w.hi < 0) return narrow_less(g, a, b, slack);
  if (w.lo >= 0) return narrow_to(g, a, 0, (Wide)w.hi - slack);
  if (v.hi < 0) return narrow_to(g, b, v.lo, -1);
  return true;
}

static void remember_order(Graph *g, uint32_t a, uint32_t b, int slack,
                           bool is_unsigned) {
  const ShapeValue *v = graph_value(g, a), *w = graph_value(g, b);
  bool settled = value_is_exact(v) && value_is_exact(w);
  if (settled || v->kind != w->kind || v->undefined || w->undefined) return;
  ShapeTerm order = {.op = OP_ICMP, .a = a, .b = b, .constant = slack};
  order.factor = is_unsigned;
  push_term(g, order);
}

bool graph_learn_less(Graph *g, uint32_t a, uint32_t b, int slack) {
  remember_order(g, a, b, slack, false);
  return narrow_less(g, a, b, slack);
}

bool graph_learn_below(Graph *g, uint32_t a, uint32_t b, int slack) {
  remember_order(g, a, b, slack, true);
  return narrow_below(g, a, b, slack);
}

static bool narrow_by(Graph *g, uint32_t index) {
  ShapeTerm t = g->terms.data[index];
  if (t.op == OP_ICMP)
    return t.factor ? narrow_below(g, t.a, t.b, (int)t.constant)
                    : narrow_less(g, t.a, t.b, (int)t.constant);
  return !t.linear || narrow_term(g, &t);
}

bool graph_propagate(Graph *g) {
  for (uint32_t i = g->terms.len; i-- > 0;)
    if (!narrow_by(g, i)) return false;
  for (uint32_t i = 0; i < g->terms.len; i++)
    if (!narrow_by(g, i)) return false;
  return true;
}
