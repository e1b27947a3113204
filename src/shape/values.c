/* Instructions that compute: intervals of integers, offsets of addresses. */
#include "shape/bits.h"
#include "shape/exec.h"
#include "shape/interval.h"

void shape_type_range(const Exec *x, Type type, int64_t *lo, int64_t *hi) {
  unsigned bits = ir_type_bits(x->program, type);
  if (bits == 1) {
    *lo = 0;
    *hi = 1;
  } else if (bits >= 64 || bits == 0) {
    *lo = INT64_MIN;
    *hi = INT64_MAX;
  } else {
    *lo = -((int64_t)1 << (bits - 1));
    *hi = -*lo - 1;
  }
}

uint32_t shape_unknown(Exec *x, Graph *g, Type type) {
  int64_t lo, hi;
  shape_type_range(x, type, &lo, &hi);
  return graph_add_int(g, lo, hi);
}

/* ---- operands ---- */

static int64_t read_bytes(const uint8_t *bytes, uint32_t n) {
  uint64_t bits = 0;
  for (uint32_t i = 0; i < n; i++) bits |= (uint64_t)bytes[i] << (8 * i);
  unsigned unused = 64 - 8 * n;
  return (int64_t)(bits << unused) >> unused;
}

static uint32_t reloc_before(const Global *global, uint64_t offset) {
  uint32_t k = 0;
  while (k < global->relocs.len && global->relocs.data[k].offset < offset) k++;
  return k;
}

/* Content of a global as the program starts. */
static void init_global(Exec *x, Graph *g, uint32_t object, const Global *global) {
  if (global->flags & GLOB_EXTERN || global->size > UINT32_MAX / 2) return;
  if (global->size) graph_write(g, object, 0, (uint32_t)global->size, SHAPE_ZERO);
  unsigned word = 4;
  for (uint64_t i = 0; global->bytes && i < global->size; i += word) {
    uint32_t n = (uint32_t)(global->size - i < word ? global->size - i : word);
    int64_t number = read_bytes(global->bytes + i, n);
    if (number) graph_write(g, object, (uint32_t)i, n, graph_int(g, number));
  }
  for (uint32_t k = 0; k < global->relocs.len; k++) {
    const Reloc *r = &global->relocs.data[k];
    unsigned bytes = ir_type_bytes(x->program, ir_type(x->program, r->target));
    graph_write(g, object, (uint32_t)r->offset, bytes, shape_operand(x, g, r->target));
  }
}

static uint32_t find_object(const Graph *g, ShapePlace place, uint32_t source) {
  for (uint32_t i = 1; i < g->objects.len; i++) {
    const ShapeObject *o = graph_object(g, i);
    if (o->place == place && o->source == source && !o->gone) return i;
  }
  return SHAPE_NONE;
}

uint32_t shape_global_object(Exec *x, Graph *g, uint32_t index) {
  const Global *global = &x->program->globals.data[index];
  ShapePlace place = global->flags & GLOB_CONST ? PLACE_CONSTANT : PLACE_GLOBAL;
  uint32_t found = find_object(g, place, index);
  if (found != SHAPE_NONE) return found;
  if (x->started && place == PLACE_GLOBAL)
    shape_give_up(x, VAL_NONE, "a call uses a global that it does not name");
  int64_t size = (int64_t)global->size;
  uint32_t object = graph_add_region(g, place, index, size, size);
  if (place == PLACE_GLOBAL) init_global(x, g, object, global);
  return object;
}

/* Of read-only memory, from the program. */
uint32_t shape_read_constant(Exec *x, Graph *g, uint32_t index, uint64_t offset,
                             uint32_t size) {
  const Global *global = &x->program->globals.data[index];
  uint32_t k = reloc_before(global, offset);
  if (k < global->relocs.len && global->relocs.data[k].offset == offset)
    return shape_operand(x, g, global->relocs.data[k].target);
  if (k < global->relocs.len && global->relocs.data[k].offset < offset + size)
    return SHAPE_NONE;
  if (k > 0 && global->relocs.data[k - 1].offset + x->pointer_bytes > offset)
    return SHAPE_NONE;
  if (global->flags & GLOB_EXTERN || size > 8) return SHAPE_NONE;
  return graph_int(g, global->bytes ? read_bytes(global->bytes + offset, size) : 0);
}

static uint32_t constant(Exec *x, Graph *g, Val v) {
  const Const *c = ir_const(x->program, v);
  unsigned bits = ir_type_bits(x->program, c->type);
  switch ((ConstKind)c->kind) {
  case CONST_NULL: return SHAPE_ZERO;
  case CONST_INT:
  case CONST_FLOAT:
    if (bits == 1) return graph_int(g, (int64_t)(c->lo & 1));
    if (bits > 64) return c->lo || c->hi ? shape_unknown(x, g, c->type) : SHAPE_ZERO;
    return graph_int(g, (int64_t)(c->lo << (64 - bits)) >> (64 - bits));
  case CONST_GLOBAL: {
    uint32_t object = shape_global_object(x, g, c->index);
    if (bits != x->pointer_bits) return shape_unknown(x, g, c->type);
    return graph_address(g, object, (int64_t)c->lo, SPEC_REGION);
  }
  case CONST_FUNC: {
    uint32_t object = find_object(g, PLACE_FUNCTION, c->index);
    if (object == SHAPE_NONE)
      object = graph_add_region(g, PLACE_FUNCTION, c->index, 1, 1);
    return graph_address(g, object, 0, SPEC_REGION);
  }
  default: {
    uint32_t value = shape_unknown(x, g, c->type);
    graph_value(g, value)->undefined = true;
    return value;
  }
  }
}

static uint32_t local_of(const Exec *x, const Graph *g, Val v) {
  Fn fn = {graph_object(g, vec_last(&g->frames))->source};
  return v.id - ir_function(x->program, fn)->first;
}

uint32_t shape_operand(Exec *x, Graph *g, Val v) {
  if (val_is_const(v)) return constant(x, g, v);
  uint32_t value = graph_get_register(g, vec_last(&g->frames), local_of(x, g, v));
  if (value != SHAPE_NONE) return value;
  return shape_unknown(x, g, ir_type(x->program, v));
}

void shape_set(Exec *x, Graph *g, Val inst, uint32_t value) {
  if (type_is_void(ir_inst(x->program, inst)->type)) return;
  graph_set_register(g, vec_last(&g->frames), local_of(x, g, inst), value);
}

/* ---- integers ---- */

/* An exact result that does not fit wraps around; an interval becomes anything with the
 * same step. */
static uint32_t make_int(Exec *x, Graph *g, Type type, bool known, Interval r) {
  int64_t lo, hi;
  shape_type_range(x, type, &lo, &hi);
  unsigned bits = ir_type_bits(x->program, type);
  if (!known || bits > 64) return graph_add_int(g, lo, hi);
  if (r.lo >= lo && r.hi <= hi)
    return graph_add_stepped(g, (int64_t)r.lo, (int64_t)r.hi, r.step);
  if (bits == 0) return graph_add_int(g, lo, hi);
  if (r.lo != r.hi) {
    unsigned step = r.step < bits - 1 ? r.step : 0;
    Wide first = (Wide)lo + ((r.lo - lo) & (((Wide)1 << step) - 1));
    return graph_add_stepped(g, (int64_t)first, hi, step);
  }
  if (bits == 1) return graph_int(g, (int64_t)(r.lo & 1));
  uint64_t low = (uint64_t)r.lo << (64 - bits);
  return graph_int(g, (int64_t)low >> (64 - bits));
}

static uint32_t mark_undefined(Graph *g, uint32_t value, bool undefined) {
  if (!undefined) return value;
  const ShapeValue v = *graph_value(g, value);
  if (v.kind == VALUE_ADDRESS || v.undefined) return value;
  ShapeValue copy = v;
  copy.undefined = true;
  vec_push(g->arena, &g->values, copy);
  return g->values.len - 1;
}

/* ---- addresses ---- */

/* Offsets beyond this stand for all that do not fit. */
#define MOST_OFFSET (INT64_MAX / 4)

/* Offsets wrap around as addresses do: one that does not fit may be any. */
static Interval wrapped_offsets(const Graph *g, Interval r) {
  Wide half = (Wide)1 << (8 * g->pointer_bytes - 1);
  if (r.lo >= -half && r.hi < half) return r;
  if (r.lo != r.hi) return (Interval){-half, half - 1, 0};
  Wide inside = (r.lo + half) % (2 * half);
  return interval_exact(inside + (inside < 0 ? 2 * half : 0) - half);
}

static Interval offsets_of(const ShapeValue *v) {
  return (Interval){v->lo, v->hi, value_step(v)};
}

static uint32_t at_offsets(Graph *g, const ShapeValue *v, Interval r) {
  Interval fitting = wrapped_offsets(g, r);
  if (fitting.lo < -(Wide)MOST_OFFSET || fitting.hi > MOST_OFFSET)
    fitting = (Interval){-MOST_OFFSET, MOST_OFFSET, 0};
  return graph_add_offsets(g, v->object, (int64_t)fitting.lo, (int64_t)fitting.hi,
                           fitting.step, v->spec);
}

static uint32_t shifted(Graph *g, uint32_t value, Interval by) {
  if (by.lo == 0 && by.hi == 0) return value;
  ShapeValue v = *graph_value(g, value);
  return at_offsets(g, &v, interval_sum(offsets_of(&v), by));
}

/* How often 2 divides the address of an object. */
static unsigned alignment(const Exec *x, const ShapeObject *o) {
  uint64_t bytes = 1;
  if (o->place == PLACE_HEAP) bytes = 2 * x->pointer_bytes;
  if (o->place == PLACE_GLOBAL || o->place == PLACE_CONSTANT)
    bytes = x->program->globals.data[o->source].align;
  return bytes > 1 ? (unsigned)__builtin_ctzll(bytes) : 0;
}

/* Of an address, bits set to zero: the low ones, or all but them. */
static uint32_t masked_address(Exec *x, Graph *g, const Inst *i, uint32_t a, Interval q) {
  const ShapeValue p = *graph_value(g, a);
  unsigned bits, known = alignment(x, graph_object(g, p.object));
  if (interval_is_high_mask(q, &bits)) {
    Interval offsets = offsets_of(&p);
    if (bits <= known) return at_offsets(g, &p, interval_round_down(offsets, bits));
    offsets.lo -= ((Wide)1 << bits) - 1;
    offsets.lo = -interval_round_down(interval_exact(-offsets.lo), known).lo;
    offsets.step = known;
    return at_offsets(g, &p, offsets);
  }
  if (!interval_is_low_mask(q, &bits)) return SHAPE_NONE;
  Interval low = interval_low_bits(offsets_of(&p), bits < known ? bits : known);
  if (bits > known)
    low = (Interval){low.lo, ((Wide)1 << bits) - 1, low.step < known ? low.step : known};
  return make_int(x, g, i->type, true, low);
}

/* Of a pointer's bits seen as an integer. */
static uint32_t address_arithmetic(Exec *x, Graph *g, const Inst *i, uint32_t a,
                                   uint32_t b) {
  const ShapeValue p = *graph_value(g, a), q = *graph_value(g, b);
  if (p.kind == VALUE_ADDRESS && q.kind == VALUE_ADDRESS) {
    bool same = p.object == q.object && p.spec == q.spec && i->op == OP_SUB;
    bool one = !graph_is_segment(graph_object(g, p.object)) || value_is_exact(&p);
    if (!same || !one) return SHAPE_NONE;
    return make_int(x, g, i->type, true,
                    interval_difference(offsets_of(&p), offsets_of(&q)));
  }
  Interval none = interval_exact(0), by = interval_of(g, b);
  if (i->op == OP_ADD && p.kind == VALUE_ADDRESS) return shifted(g, a, by);
  if (i->op == OP_ADD) return shifted(g, b, interval_of(g, a));
  if (i->op == OP_SUB && p.kind == VALUE_ADDRESS)
    return shifted(g, a, interval_difference(none, by));
  if (i->op == OP_AND && p.kind == VALUE_ADDRESS) return masked_address(x, g, i, a, by);
  return SHAPE_NONE;
}

/* ---- terms ---- */

static ShapeTerm linear_term(const Graph *g, uint32_t a, uint32_t b, int64_t factor) {
  const ShapeValue *w = graph_value(g, b);
  ShapeTerm t = {.op = OP_ADD, .a = a, .b = b, .factor = factor};
  if (w->kind != VALUE_INT || !value_is_exact(w)) return t;
  if (__builtin_mul_overflow(w->lo, factor, &t.constant)) return t;
  t.b = SHAPE_ZERO;
  t.factor = 0;
  return t;
}

static ShapeTerm binary_term(const Graph *g, Op op, uint32_t a, uint32_t b) {
  const ShapeValue *v = graph_value(g, a), *w = graph_value(g, b);
  bool number = w->kind == VALUE_INT && value_is_exact(w);
  if (op == OP_ADD && w->kind == VALUE_ADDRESS && v->kind == VALUE_INT)
    return linear_term(g, b, a, 1);
  if (op == OP_ADD) return linear_term(g, a, b, 1);
  if (op == OP_SUB) return linear_term(g, a, b, -1);
  if (op == OP_MUL && number) return linear_term(g, SHAPE_ZERO, a, w->lo);
  if (op == OP_SHL && number && w->lo >= 0 && w->lo < 32)
    return linear_term(g, SHAPE_ZERO, a, (int64_t)1 << w->lo);
  return (ShapeTerm){.op = (uint8_t)op, .a = a, .b = b};
}

static Interval range_of(const Graph *g, uint32_t value) {
  return offsets_of(graph_value(g, value));
}

/* Whether the sum is the mathematical one. */
static bool does_not_wrap(const Exec *x, const Graph *g, const ShapeTerm *t, Type type) {
  if (t->op != OP_ADD) return false;
  Interval part = interval_product(range_of(g, t->b), interval_exact(t->factor));
  Interval sum =
    interval_sum(interval_sum(range_of(g, t->a), part), interval_exact(t->constant));
  int64_t lo, hi;
  shape_type_range(x, type, &lo, &hi);
  if (value_is_address(graph_value(g, t->result))) {
    lo /= 4;
    hi /= 4;
  }
  return sum.lo >= lo && sum.hi <= hi;
}

static void remember(Exec *x, Graph *g, ShapeTerm term, Type type, uint32_t result) {
  const ShapeValue *v = graph_value(g, term.a), *w = graph_value(g, term.b);
  if (v->undefined || w->undefined) return;
  term.result = result;
  term.linear = does_not_wrap(x, g, &term, type);
  graph_add_term(g, term);
}

/* ---- sums and the like ---- */

static bool is_plain_region(const Graph *g, uint32_t value) {
  const ShapeValue *v = graph_value(g, value);
  return v->kind == VALUE_INT || graph_object(g, v->object)->kind == KIND_REGION;
}

/* Whether all bits that may be set stay. */
static bool masks_nothing(Interval a, Interval mask) {
  unsigned bits;
  if (interval_is_high_mask(mask, &bits))
    return a.step >= bits && interval_low_bits(a, bits).lo == 0;
  return interval_is_low_mask(mask, &bits) && a.lo >= 0 && a.hi < (Wide)1 << bits;
}

static uint32_t binary_value(Exec *x, Graph *g, const Inst *i, uint32_t a, uint32_t b) {
  unsigned bits = ir_type_bits(x->program, i->type);
  bool undefined = graph_value(g, a)->undefined || graph_value(g, b)->undefined;
  Interval r = {0, 0, 0};
  bool has_address =
    value_is_address(graph_value(g, a)) || value_is_address(graph_value(g, b));
  if (has_address && bits >= x->pointer_bits) {
    uint32_t value = address_arithmetic(x, g, i, a, b);
    return value == SHAPE_NONE ? shape_unknown(x, g, i->type) : value;
  }
  if (b == SHAPE_ZERO && (i->op == OP_ADD || i->op == OP_SUB || i->op == OP_OR)) return a;
  bool known = !has_address && interval_compute((Op)i->op, interval_of(g, a),
                                                interval_of(g, b), bits, &r);
  uint32_t value;
  if (a == b && !has_address && (i->op == OP_SUB || i->op == OP_XOR))
    value = SHAPE_ZERO;
  else if (!has_address && i->op == OP_AND &&
           masks_nothing(interval_of(g, a), interval_of(g, b)))
    value = a;
  else
    value = make_int(x, g, i->type, known, r);
  value = mark_undefined(g, value, undefined);
  Bits left = bits_of(graph_value(g, a)), right = bits_of(graph_value(g, b)), sure;
  if (has_address || value == a) return value;
  if (!bits_compute((Op)i->op, left, right, bits, &sure)) return value;
  return graph_with_bits(g, value, sure);
}

static bool binary(Exec *x, Graph *g, Val at, const Inst *i) {
  const Program *p = x->program;
  uint32_t a = shape_operand(x, g, ir_arg(p, i, 0)),
           b = shape_operand(x, g, ir_arg(p, i, 1));
  unsigned bits = ir_type_bits(p, i->type);
  bool has_address =
    value_is_address(graph_value(g, a)) || value_is_address(graph_value(g, b));
  if (has_address && bits >= x->pointer_bits) {
    if (!is_plain_region(g, a))
      return shape_concretise(x, g, at, a) ? binary(x, g, at, i) : false;
    if (!is_plain_region(g, b))
      return shape_concretise(x, g, at, b) ? binary(x, g, at, i) : false;
  }
  ShapeTerm term = binary_term(g, (Op)i->op, a, b);
  term.bits = (uint8_t)bits;
  uint32_t value = graph_find_term(g, &term);
  if (value == SHAPE_NONE) {
    value = binary_value(x, g, i, a, b);
    remember(x, g, term, i->type, value);
  }
  shape_set(x, g, at, value);
  return true;
}

/* What indices add up to; `term` gets the operands when there is one index at most. */
static Interval index_sum(Exec *x, Graph *g, const Inst *i, ShapeTerm *term,
                          bool *undefined) {
  const Program *p = x->program;
  Interval sum = interval_exact(i->imm);
  term->op = OP_ADDR;
  for (uint32_t k = 1; k + 1 < i->arg_count; k += 2) {
    uint32_t index = shape_operand(x, g, ir_arg(p, i, k));
    int64_t scale = 0;
    ir_const_int(p, ir_arg(p, i, k + 1), &scale);
    *undefined |= graph_value(g, index)->undefined;
    if (i->arg_count <= 3) *term = linear_term(g, SHAPE_ZERO, index, scale);
    sum =
      interval_sum(sum, interval_product(interval_of(g, index), interval_exact(scale)));
  }
  if (i->arg_count <= 1) *term = linear_term(g, SHAPE_ZERO, SHAPE_ZERO, 0);
  term->constant += i->imm;
  return sum;
}

static uint32_t moved(Exec *x, Graph *g, const Inst *i, uint32_t base, Interval by,
                      bool undefined) {
  if (value_is_address(graph_value(g, base))) return shifted(g, base, by);
  Interval sum = interval_sum(interval_of(g, base), by);
  undefined |= graph_value(g, base)->undefined;
  return mark_undefined(g, make_int(x, g, i->type, true, sum), undefined);
}

static bool address(Exec *x, Graph *g, Val at, const Inst *i) {
  uint32_t base = shape_operand(x, g, ir_arg(x->program, i, 0));
  bool undefined = false;
  ShapeTerm term = {0};
  Interval by = index_sum(x, g, i, &term, &undefined);
  if (by.lo == 0 && by.hi == 0) {
    shape_set(x, g, at, base);
    return true;
  }
  if (!is_plain_region(g, base))
    return shape_concretise(x, g, at, base) ? address(x, g, at, i) : false;
  term.a = base;
  term.bits = (uint8_t)x->pointer_bits;
  bool single = term.op == OP_ADD;
  uint32_t value = single ? graph_find_term(g, &term) : SHAPE_NONE;
  if (value == SHAPE_NONE) {
    value = moved(x, g, i, base, by, undefined);
    if (single) remember(x, g, term, i->type, value);
  }
  shape_set(x, g, at, value);
  return true;
}

/* ---- casts ---- */

static uint32_t cast(Exec *x, Graph *g, const Inst *i, uint32_t a, Type from) {
  const Program *p = x->program;
  unsigned bits = ir_type_bits(p, i->type), old = ir_type_bits(p, from);
  const ShapeValue v = *graph_value(g, a);
  if (v.kind == VALUE_ADDRESS)
    return bits >= x->pointer_bits ? a : shape_unknown(x, g, i->type);
  int64_t lo, hi;
  shape_type_range(x, i->type, &lo, &hi);
  if (bits > 64 && v.lo < 0) return shape_unknown(x, g, i->type);
  if (old == 1 && i->op == OP_SEXT) {
    uint32_t negated = make_int(x, g, i->type, true, (Interval){-v.hi, -v.lo, 0});
    return mark_undefined(g, negated, v.undefined);
  }
  if (bits > old && i->op != OP_SEXT && v.lo < 0) {
    if (old >= 63) return mark_undefined(g, shape_unknown(x, g, i->type), v.undefined);
    Wide wrap = (Wide)1 << old;
    unsigned step = value_step(&v) < old ? value_step(&v) : 0;
    Interval r = interval_low_bits((Interval){v.lo, v.hi, step}, old);
    if (v.hi < 0) r = (Interval){v.lo + wrap, v.hi + wrap, value_step(&v)};
    uint32_t wide = mark_undefined(g, make_int(x, g, i->type, true, r), v.undefined);
    return graph_with_bits(g, wide, bits_zero_extended(bits_of(&v), old));
  }
  if (bits >= old || (v.lo >= lo && v.hi <= hi)) return a;
  uint32_t cut = make_int(x, g, i->type, true, interval_of(g, a));
  cut = mark_undefined(g, cut, v.undefined);
  return graph_with_bits(g, cut, bits_cut(bits_of(&v), bits));
}

/* ---- all ---- */

static bool split_bool(Exec *x, Graph *g, Val at, uint32_t value) {
  Graph *other = shape_fork(x, g);
  graph_value(g, value)->lo = 1;
  graph_value(other, value)->hi = 0;
  shape_push(x, other, at);
  shape_push(x, g, at);
  return false;
}

static bool needs_split(const Graph *g, uint32_t value) {
  const ShapeValue *v = graph_value(g, value);
  return v->kind == VALUE_INT && v->lo == 0 && v->hi == 1;
}

static bool select_value(Exec *x, Graph *g, Val at, const Inst *i) {
  uint32_t c = shape_operand(x, g, ir_arg(x->program, i, 0));
  if (needs_split(g, c)) {
    if (val_is_const(ir_arg(x->program, i, 0))) {
      shape_set(x, g, at, shape_unknown(x, g, i->type));
      return true;
    }
    return split_bool(x, g, at, c);
  }
  bool yes = graph_value(g, c)->lo != 0;
  shape_set(x, g, at, shape_operand(x, g, ir_arg(x->program, i, yes ? 1 : 2)));
  return true;
}

bool shape_value(Exec *x, Graph *g, Val at) {
  const Program *p = x->program;
  const Inst *i = ir_inst(p, at);
  switch ((Op)i->op) {
  case OP_ADD:
  case OP_SUB:
  case OP_MUL:
  case OP_UDIV:
  case OP_SDIV:
  case OP_UREM:
  case OP_SREM:
  case OP_SHL:
  case OP_LSHR:
  case OP_ASHR: return binary(x, g, at, i);
  case OP_AND:
  case OP_OR:
  case OP_XOR:
    if (ir_type_bits(p, i->type) == 1)
      for (uint32_t k = 0; k < 2; k++) {
        uint32_t v = shape_operand(x, g, ir_arg(p, i, k));
        if (needs_split(g, v) && val_is_inst(ir_arg(p, i, k)))
          return split_bool(x, g, at, v);
      }
    return binary(x, g, at, i);
  case OP_ICMP: return shape_compare(x, g, at);
  case OP_ADDR: return address(x, g, at, i);
  case OP_SELECT: return select_value(x, g, at, i);
  case OP_ZEXT:
  case OP_SEXT:
  case OP_TRUNC:
  case OP_PTRTOINT:
  case OP_INTTOPTR: {
    uint32_t a = shape_operand(x, g, ir_arg(p, i, 0));
    if (!is_plain_region(g, a) && ir_type_bits(p, i->type) < x->pointer_bits)
      if (!shape_concretise(x, g, at, a)) return false;
    shape_set(x, g, at, cast(x, g, i, a, ir_type(p, ir_arg(p, i, 0))));
    return true;
  }
  case OP_FREEZE:
  case OP_BITCAST: shape_set(x, g, at, shape_operand(x, g, ir_arg(p, i, 0))); return true;
  default: {
    uint32_t value = shape_unknown(x, g, i->type);
    bool undefined = false;
    for (uint32_t k = 0; k < i->arg_count; k++)
      undefined |= graph_value(g, shape_operand(x, g, ir_arg(p, i, k)))->undefined;
    shape_set(x, g, at, mark_undefined(g, value, undefined));
    return true;
  }
  }
}
