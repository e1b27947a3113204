/* Comparison of integers and addresses (section 3.4): decided where the graph decides it,
 * otherwise the graph is split, and each part knows the outcome. */
#include "shape/bits.h"
#include "shape/exec.h"

typedef enum Answer { ANSWER_NO, ANSWER_YES, ANSWER_BOTH } Answer;
typedef unsigned __int128 Unsigned;

enum { NULL_PAGE = 4096 };

static Answer answer(bool yes) { return yes ? ANSWER_YES : ANSWER_NO; }

/* ---- segments: the answer may depend on whether they are empty ---- */

bool shape_concretise(Exec *x, Graph *g, Val at, uint32_t value) {
  const ShapeValue v = *graph_value(g, value);
  ShapeObject *o = graph_object(g, v.object);
  if (v.kind != VALUE_ADDRESS || o->kind == KIND_REGION) return true;
  if (o->level || v.spec == SPEC_ALL) {
    shape_give_up(x, at, "a nested object is reached directly");
    return false;
  }
  if (o->length == 0) {
    Graph *empty = shape_fork(x, g);
    graph_remove(empty, v.object);
    shape_push(x, empty, at);
    o->length = 1;
  }
  if (o->kind == KIND_OPTION)
    o->kind = KIND_REGION;
  else
    graph_materialise(g, v.object, v.spec == SPEC_LAST);
  return true;
}

/* The same without taking a node out. */
static void split_empty(Exec *x, Graph *g, Val at, uint32_t value) {
  const ShapeValue *v = graph_value(g, value);
  if (v->kind != VALUE_ADDRESS) return;
  ShapeObject *o = graph_object(g, v->object);
  if (o->kind == KIND_REGION || o->length > 0) return;
  Graph *empty = shape_fork(x, g);
  graph_remove(empty, v->object);
  shape_push(x, empty, at);
  o->length = 1;
  if (o->kind == KIND_OPTION) o->kind = KIND_REGION;
}

/* ---- addresses ---- */

static bool is_equality(IcmpPred pred) { return pred == ICMP_EQ || pred == ICMP_NE; }

static bool is_inside(const ShapeObject *o, const ShapeValue *v) {
  int64_t size = o->size_lo > 0 ? o->size_lo : 1;
  return o->valid && v->lo >= 0 && v->hi < size;
}

static bool is_string(const Exec *x, const ShapeObject *o) {
  return (o->place == PLACE_GLOBAL || o->place == PLACE_CONSTANT) &&
         (x->program->globals.data[o->source].flags & GLOB_STRING);
}

static Answer compare_bounds(IcmpPred pred, Unsigned a_lo, Unsigned a_hi, Unsigned b_lo,
                             Unsigned b_hi) {
  switch (pred) {
  case ICMP_ULT:
  case ICMP_SLT: return a_hi < b_lo ? ANSWER_YES : a_lo >= b_hi ? ANSWER_NO : ANSWER_BOTH;
  case ICMP_ULE:
  case ICMP_SLE: return a_hi <= b_lo ? ANSWER_YES : a_lo > b_hi ? ANSWER_NO : ANSWER_BOTH;
  default: return ANSWER_BOTH;
  }
}

static Unsigned biased(int64_t n) { return (Unsigned)((__int128)n - INT64_MIN); }

/* An address of 64 bits does not wrap around within this many bytes: user space is the
 * lower half. */
static const int64_t far_behind = (int64_t)1 << 46;

static bool orders_as_offsets(const Graph *g, const ShapeObject *o, const ShapeValue *v) {
  return v->lo >= 0 && v->hi <= (g->pointer_bytes == 8 ? far_behind : o->size_lo);
}

static Answer compare_offsets(const Graph *g, IcmpPred pred, const ShapeValue *v,
                              const ShapeValue *w, const ShapeObject *o) {
  bool exact = value_is_exact(v) && value_is_exact(w);
  if (is_equality(pred)) {
    if (exact) return answer((v->lo == w->lo) == (pred == ICMP_EQ));
    if (v->hi < w->lo || w->hi < v->lo) return answer(pred == ICMP_NE);
    return ANSWER_BOTH;
  }
  if (!orders_as_offsets(g, o, v) || !orders_as_offsets(g, o, w)) return ANSWER_BOTH;
  return compare_bounds(pred, biased(v->lo), biased(v->hi), biased(w->lo), biased(w->hi));
}

static Answer compare_addresses(const Exec *x, const Graph *g, IcmpPred pred, uint32_t a,
                                uint32_t b) {
  const ShapeValue *v = graph_value(g, a), *w = graph_value(g, b);
  const ShapeObject *o = graph_object(g, v->object), *p = graph_object(g, w->object);
  if (a == b) return answer(pred == ICMP_EQ || pred == ICMP_ULE || pred == ICMP_SLE);
  if (v->object == w->object && v->spec == w->spec)
    return compare_offsets(g, pred, v, w, o);
  if (!is_equality(pred)) return ANSWER_BOTH;
  if (v->object == w->object)
    return o->length >= 2 ? answer(pred == ICMP_NE) : ANSWER_BOTH;
  if (is_string(x, o) && is_string(x, p)) return ANSWER_BOTH;
  return is_inside(o, v) && is_inside(p, w) ? answer(pred == ICMP_NE) : ANSWER_BOTH;
}

/* Objects are neither at null nor at the top of memory, dead ones included. */
static Answer compare_number(const Graph *g, IcmpPred pred, uint32_t address,
                             uint32_t number, bool swapped) {
  const ShapeValue *v = graph_value(g, address), *n = graph_value(g, number);
  const ShapeObject *o = graph_object(g, v->object);
  bool apart =
    v->lo >= 0 && v->hi <= o->size_lo && n->lo > -NULL_PAGE && n->hi < NULL_PAGE;
  if (!apart) return ANSWER_BOTH;
  if (is_equality(pred)) return answer(pred == ICMP_NE);
  if (n->lo < 0 || (pred != ICMP_ULT && pred != ICMP_ULE)) return ANSWER_BOTH;
  return answer(swapped);
}

/* ---- integers ---- */

static void unsigned_bounds(const ShapeValue *v, Unsigned *lo, Unsigned *hi) {
  Unsigned top = (Unsigned)1 << 64;
  if (v->lo >= 0 || v->hi < 0) {
    *lo = v->lo < 0 ? top + (Unsigned)(__int128)v->lo : (Unsigned)v->lo;
    *hi = v->hi < 0 ? top + (Unsigned)(__int128)v->hi : (Unsigned)v->hi;
  } else {
    *lo = 0;
    *hi = top - 1;
  }
}

static Answer compare_ints(const Graph *g, IcmpPred pred, uint32_t a, uint32_t b) {
  const ShapeValue *v = graph_value(g, a), *w = graph_value(g, b);
  if (a == b) return answer(pred == ICMP_EQ || pred == ICMP_ULE || pred == ICMP_SLE);
  Unsigned a_lo, a_hi, b_lo, b_hi;
  if (is_equality(pred)) {
    if (value_is_exact(v) && value_is_exact(w))
      return answer((v->lo == w->lo) == (pred == ICMP_EQ));
    Bits p = bits_of(v), q = bits_of(w);
    if ((p.bits ^ q.bits) & p.known & q.known) return answer(pred == ICMP_NE);
    if (v->hi < w->lo || w->hi < v->lo || graph_are_unequal(g, a, b))
      return answer(pred == ICMP_NE);
    return ANSWER_BOTH;
  }
  if (pred == ICMP_SLT || pred == ICMP_SLE)
    return compare_bounds(pred, biased(v->lo), biased(v->hi), biased(w->lo),
                          biased(w->hi));
  unsigned_bounds(v, &a_lo, &a_hi);
  unsigned_bounds(w, &b_lo, &b_hi);
  return compare_bounds(pred, a_lo, a_hi, b_lo, b_hi);
}

/* ---- what an outcome teaches; false when it cannot be ---- */

static bool narrow(Graph *g, uint32_t value, int64_t lo, int64_t hi) {
  return value_narrow(graph_value(g, value), lo, hi);
}

/* A value that became one number is that number wherever it is. */
static void settle(Graph *g, uint32_t value) {
  const ShapeValue v = *graph_value(g, value);
  if (value == SHAPE_ZERO || v.kind != VALUE_INT || !value_is_exact(&v) || v.undefined)
    return;
  uint32_t number = graph_int(g, v.lo);
  if (number != value) graph_substitute(g, value, number);
}

static bool learn_equal(Graph *g, uint32_t a, uint32_t b) {
  ShapeValue v = *graph_value(g, a), w = *graph_value(g, b);
  if (!narrow(g, a, w.lo, w.hi) || !narrow(g, b, v.lo, v.hi)) return false;
  if (!v.undefined && !w.undefined && !value_is_exact(&v) && !value_is_exact(&w))
    graph_substitute(g, b, a);
  return true;
}

static bool learn_unequal(Graph *g, uint32_t a, uint32_t b) {
  for (int turn = 0; turn < 2; turn++, b = a ^ b, a = a ^ b, b = a ^ b) {
    ShapeValue v = *graph_value(g, a), w = *graph_value(g, b);
    if (!value_is_exact(&w)) continue;
    if (v.lo == w.lo && !narrow(g, a, v.lo + 1, v.hi)) return false;
    if (v.hi == w.lo && !narrow(g, a, v.lo, v.hi - 1)) return false;
  }
  graph_make_unequal(g, a, b);
  return true;
}

static bool learn_ints(Graph *g, IcmpPred pred, uint32_t a, uint32_t b, bool outcome) {
  bool fine = true;
  switch (pred) {
  case ICMP_EQ:
  case ICMP_NE:
    fine = outcome == (pred == ICMP_EQ) ? learn_equal(g, a, b) : learn_unequal(g, a, b);
    break;
  case ICMP_SLT:
    fine = outcome ? graph_learn_less(g, a, b, 1) : graph_learn_less(g, b, a, 0);
    break;
  case ICMP_SLE:
    fine = outcome ? graph_learn_less(g, a, b, 0) : graph_learn_less(g, b, a, 1);
    break;
  case ICMP_ULT:
    fine = outcome ? graph_learn_below(g, a, b, 1) : graph_learn_below(g, b, a, 0);
    break;
  default:
    fine = outcome ? graph_learn_below(g, a, b, 0) : graph_learn_below(g, b, a, 1);
    break;
  }
  if (!fine || !graph_propagate(g)) return false;
  settle(g, a);
  settle(g, b);
  return true;
}

/* First and last node of one segment: one node, or two and more. */
static void learn_ends(Graph *g, uint32_t a, bool equal) {
  uint32_t segment = graph_value(g, a)->object;
  if (!equal) {
    graph_object(g, segment)->length = 2;
    return;
  }
  graph_materialise(g, segment, false);
  graph_remove(g, segment);
}

/* Offsets into one object teach as numbers do. */
static bool learn_offsets(Graph *g, IcmpPred pred, uint32_t a, uint32_t b, bool outcome) {
  const ShapeValue *v = graph_value(g, a), *w = graph_value(g, b);
  const ShapeObject *o = graph_object(g, v->object);
  if (o->kind != KIND_REGION) return true;
  if (is_equality(pred)) {
    if (outcome != (pred == ICMP_EQ)) return true;
    ShapeValue x = *v, y = *w;
    return narrow(g, a, y.lo, y.hi) && narrow(g, b, x.lo, x.hi) && graph_propagate(g);
  }
  if (!orders_as_offsets(g, o, v) || !orders_as_offsets(g, o, w)) return true;
  bool strict = pred == ICMP_ULT || pred == ICMP_SLT;
  bool fine =
    outcome ? graph_learn_less(g, a, b, strict) : graph_learn_less(g, b, a, !strict);
  return fine && graph_propagate(g);
}

static bool learn(Graph *g, IcmpPred pred, uint32_t a, uint32_t b, bool outcome) {
  const ShapeValue *v = graph_value(g, a), *w = graph_value(g, b);
  if (v->kind == VALUE_INT && w->kind == VALUE_INT)
    return learn_ints(g, pred, a, b, outcome);
  if (v->kind != VALUE_ADDRESS || w->kind != VALUE_ADDRESS || v->object != w->object)
    return true;
  if (v->spec == w->spec) return learn_offsets(g, pred, a, b, outcome);
  if (is_equality(pred)) learn_ends(g, a, outcome == (pred == ICMP_EQ));
  return true;
}

bool shape_compare(Exec *x, Graph *g, Val at) {
  const Program *p = x->program;
  const Inst *i = ir_inst(p, at);
  IcmpPred pred = (IcmpPred)i->pred;
  uint32_t a = shape_operand(x, g, ir_arg(p, i, 0)),
           b = shape_operand(x, g, ir_arg(p, i, 1));
  if (is_equality(pred)) {
    split_empty(x, g, at, a);
    split_empty(x, g, at, b);
  } else if (!shape_concretise(x, g, at, a) || !shape_concretise(x, g, at, b)) {
    return false;
  }
  bool address_a = value_is_address(graph_value(g, a));
  bool address_b = value_is_address(graph_value(g, b));
  Answer result;
  if (address_a && address_b)
    result = compare_addresses(x, g, pred, a, b);
  else if (address_a)
    result = compare_number(g, pred, a, b, false);
  else if (address_b)
    result = compare_number(g, pred, b, a, true);
  else if (ir_type_bits(p, ir_type(p, ir_arg(p, i, 0))) > 64)
    result = ANSWER_BOTH;
  else
    result = compare_ints(g, pred, a, b);
  if (result != ANSWER_BOTH) {
    shape_set(x, g, at, graph_int(g, result == ANSWER_YES));
    return true;
  }
  Graph *other = shape_fork(x, g);
  if (learn(other, pred, a, b, false)) {
    shape_set(x, other, at, SHAPE_ZERO);
    shape_push(x, other, (Val){at.id + 1});
  }
  if (!learn(g, pred, a, b, true)) return false;
  shape_set(x, g, at, graph_int(g, 1));
  return true;
}
