/* Terms as sums over the integers: see z3_integers.h. A term of more than one bit has up
 * to two views, as a signed and as an unsigned number; the second is made from the first
 * when it is asked for. All that Z3 is given of one question is dropped after it: what a
 * sum looks like depends on the ranges. */
#include "solver/z3_integers.h"

#include "base/panic.h"
#include "solver/term_build.h"
#include "solver/z3_api.h"
#include "solver/z3_values.h"

enum { MAX_NODES = 4000, MAX_WIDTH = 64 };

typedef __int128 Wide;

typedef struct View {
  Z3_ast s, u;  /* as a signed, as an unsigned number */
  Z3_ast truth; /* of one bit */
  Z3_ast array;
  uint32_t round; /* valid in this question only */
} View;

struct Z3Integers {
  Arena *arena;
  Terms *terms;
  Ranges *ranges;
  Z3_context context;
  Z3_solver solver;
  Z3_sort integer, array;
  Vec(View) views;  /* by term */
  Vec(Z3_ast) kept; /* referred to in this question */
  uint32_t round, nodes;
  bool failed;
};

static Z3Integers *current; /* Z3's error handler gets no user data */

static void on_error(Z3_context c, Z3_error_code e) {
  (void)c;
  (void)e;
  if (current) current->failed = true;
}

Z3Integers *z3_integers_new(Arena *arena, Terms *terms) {
  Z3Integers *z = arena_new_object(arena, Z3Integers);
  z3_load();
  Z3_config config = z3.mk_config();
  *z = (Z3Integers){.arena = arena, .terms = terms, .context = z3.mk_context_rc(config)};
  z3.del_config(config);
  z3.set_error_handler(z->context, on_error);
  z->solver = z3.mk_simple_solver(z->context);
  z3.solver_inc_ref(z->context, z->solver);
  z->integer = z3.mk_int_sort(z->context);
  z3.inc_ref(z->context, z3.sort_to_ast(z->context, z->integer));
  z->array = z3.mk_array_sort(z->context, z->integer, z->integer);
  z3.inc_ref(z->context, z3.sort_to_ast(z->context, z->array));
  return z;
}

uint64_t z3_integers_spent(Z3Integers *z) { return z3_spent(z->context, z->solver); }

void z3_integers_free(Z3Integers *z) {
  z3.solver_dec_ref(z->context, z->solver);
  z3.del_context(z->context);
}

/* ---- small pieces ---- */

static Z3_ast keep(Z3Integers *z, Z3_ast a) {
  if (!a) panic("Z3 made nothing");
  z3.inc_ref(z->context, a);
  vec_push(z->arena, &z->kept, a);
  return a;
}

static Z3_ast number(Z3Integers *z, Wide value) {
  if (value >= INT64_MIN && value <= INT64_MAX)
    return keep(z, z3.mk_int64(z->context, (int64_t)value, z->integer));
  char text[48], *at = text + sizeof text - 1;
  bool negative = value < 0;
  Word rest = negative ? -(Word)value : (Word)value;
  for (*at = 0; rest; rest /= 10) *--at = (char)('0' + (int)(rest % 10));
  if (negative) *--at = '-';
  return keep(z, z3.mk_numeral(z->context, at, z->integer));
}

static Z3_ast add(Z3Integers *z, Z3_ast a, Z3_ast b) {
  return keep(z, z3.mk_add(z->context, 2, (Z3_ast[]){a, b}));
}

static Z3_ast times(Z3Integers *z, Wide factor, Z3_ast a) {
  if (factor == 1) return a;
  return keep(z, z3.mk_mul(z->context, 2, (Z3_ast[]){number(z, factor), a}));
}

static Z3_ast plus_number(Z3Integers *z, Z3_ast a, Wide value) {
  return value ? add(z, a, number(z, value)) : a;
}

static void require(Z3Integers *z, Z3_ast truth) {
  z3.solver_assert(z->context, z->solver, truth);
}

static void require_between(Z3Integers *z, Wide low, Z3_ast a, Wide high) {
  require(z, keep(z, z3.mk_le(z->context, number(z, low), a)));
  require(z, keep(z, z3.mk_le(z->context, a, number(z, high))));
}

/* Names: four kinds of unknowns. */
typedef enum Unknown {
  UNKNOWN_VAR,
  UNKNOWN_TERM,
  UNKNOWN_QUOTIENT,
  UNKNOWN_REST
} Unknown;

static Z3_ast unknown(Z3Integers *z, Unknown kind, uint32_t id, Z3_sort sort) {
  Z3_symbol name = z3.mk_int_symbol(z->context, (int)(id << 2 | (uint32_t)kind));
  return keep(z, z3.mk_const(z->context, name, sort));
}

/* ---- views ---- */

typedef struct Bounds {
  Wide low, high;   /* unsigned */
  Wide slow, shigh; /* signed */
} Bounds;

static Wide power(unsigned width) { return (Wide)1 << width; }

static Bounds bounds_of(Z3Integers *z, Term t) {
  Range r = ranges_of(z->ranges, t);
  Wide half = power(term_width(z->terms, t) - 1);
  return (Bounds){(Wide)r.low, (Wide)r.high, (Wide)r.slow - half, (Wide)r.shigh - half};
}

static View *view(Z3Integers *z, Term t) { return &z->views.data[t.id]; }

static Z3_ast truth_of(Z3Integers *z, Term t) {
  View *v = view(z, t);
  if (!v->truth) v->truth = keep(z, z3.mk_eq(z->context, v->u, number(z, 1)));
  return v->truth;
}

static Z3_ast if_then_else(Z3Integers *z, Z3_ast c, Z3_ast a, Z3_ast b) {
  return keep(z, z3.mk_ite(z->context, c, a, b));
}

static Z3_ast unsigned_of(Z3Integers *z, Term t) {
  View *v = view(z, t);
  if (v->u) return v->u;
  if (!v->s) return v->u = if_then_else(z, v->truth, number(z, 1), number(z, 0));
  Bounds b = bounds_of(z, t);
  Z3_ast moved = plus_number(z, v->s, power(term_width(z->terms, t)));
  if (b.slow >= 0) return v->u = v->s;
  if (b.shigh < 0) return v->u = moved;
  Z3_ast negative = keep(z, z3.mk_lt(z->context, v->s, number(z, 0)));
  return v->u = if_then_else(z, negative, moved, v->s);
}

static Z3_ast signed_of(Z3Integers *z, Term t) {
  View *v = view(z, t);
  if (v->s) return v->s;
  unsigned width = term_width(z->terms, t);
  Z3_ast u = unsigned_of(z, t), moved = plus_number(z, u, -power(width));
  Bounds b = bounds_of(z, t);
  Wide half = power(width - 1);
  if (b.high < half) return v->s = u;
  if (b.low >= half) return v->s = moved;
  Z3_ast negative = keep(z, z3.mk_ge(z->context, u, number(z, half)));
  return v->s = if_then_else(z, negative, moved, u);
}

/* What is known of the value beyond its width. */
static void bound_view(Z3Integers *z, Term t) {
  View *v = view(z, t);
  Bounds b = bounds_of(z, t);
  if (v->s) require_between(z, b.slow, v->s, b.shigh);
  if (v->u && v->u != v->s) require_between(z, b.low, v->u, b.high);
}

/* ---- sums ---- */

typedef struct Exact {
  Z3_ast sum;
  Wide low, high;
} Exact;

static Wide signed_word(unsigned width, Word value) {
  return word_negative(width, value) ? (Wide)value - power(width) : (Wide)value;
}

/* The sum without wrapping around. False when a factor is too large. */
static bool exact_sum(Z3Integers *z, Term t, Exact *out) {
  const Terms *ts = z->terms;
  const TermNode *n = term_node(ts, t);
  Wide k =
    signed_word(n->width, term_node(ts, term_arg(ts, t, n->arg_count - 1u))->value);
  *out = (Exact){number(z, k), k, k};
  for (unsigned i = 0; i + 1 < n->arg_count; i += 2) {
    Term part = term_arg(ts, t, i);
    Wide c = signed_word(n->width, term_node(ts, term_arg(ts, t, i + 1u))->value);
    if (c > power(40) || c < -power(40)) return false;
    View *v = view(z, part);
    Bounds b = bounds_of(z, part);
    Z3_ast value = v->s ? v->s : unsigned_of(z, part);
    Wide low = v->s ? b.slow : b.low, high = v->s ? b.shigh : b.high;
    out->sum = add(z, out->sum, times(z, c, value));
    out->low += c * (c > 0 ? low : high);
    out->high += c * (c > 0 ? high : low);
  }
  return true;
}

static Wide floor_divide(Wide a, Wide b) {
  Wide q = a / b;
  return a % b != 0 && (a < 0) != (b < 0) ? q - 1 : q;
}

/* How often the sum can wrap for a result in low .. high; whether that is one number. */
static bool one_quotient(const Exact *e, unsigned width, Wide low, Wide high,
                         Wide *quotient) {
  Wide first = -floor_divide(-(e->low - high), power(width));
  Wide last = floor_divide(e->high - low, power(width));
  *quotient = first;
  return first == last;
}

static bool view_sum(Z3Integers *z, Term t) {
  Exact e;
  unsigned width = term_width(z->terms, t);
  View *v = view(z, t);
  Bounds b = bounds_of(z, t);
  Wide quotient;
  if (!exact_sum(z, t, &e)) return false;
  if (one_quotient(&e, width, b.slow, b.shigh, &quotient))
    v->s = plus_number(z, e.sum, -quotient * power(width));
  if (one_quotient(&e, width, b.low, b.high, &quotient))
    v->u = plus_number(z, e.sum, -quotient * power(width));
  if (!v->s && !v->u)
    v->s = add(z, e.sum,
               times(z, -power(width), unknown(z, UNKNOWN_QUOTIENT, t.id, z->integer)));
  bound_view(z, t);
  return true;
}

/* ---- the operations ---- */

static void view_unknown(Z3Integers *z, Term t, Unknown kind, uint32_t id) {
  View *v = view(z, t);
  if (term_width(z->terms, t) == 1) {
    v->truth = unknown(z, kind, id, z3.mk_bool_sort(z->context));
    return;
  }
  v->s = unknown(z, kind, id, z->integer);
  bound_view(z, t);
}

/* value = high * 2^(low + width) + result * 2^low + rest */
static void view_extract(Z3Integers *z, Term t) {
  const TermNode *n = term_node(z->terms, t);
  Term from = term_arg(z->terms, t, 0);
  Bounds b = bounds_of(z, from);
  View *v = view(z, t);
  Wide half = power(n->width - 1u);
  if (n->aux == 0 && b.high < power(n->width)) {
    v->u = unsigned_of(z, from);
  } else if (n->aux == 0 && n->width > 1 && b.slow >= -half && b.shigh < half) {
    v->s = signed_of(z, from);
  } else {
    Z3_ast high = unknown(z, UNKNOWN_QUOTIENT, t.id, z->integer),
           sum = times(z, power(n->aux + n->width), high);
    v->u = unknown(z, UNKNOWN_TERM, t.id, z->integer);
    sum = add(z, sum, times(z, power(n->aux), v->u));
    if (n->aux) {
      Z3_ast rest = unknown(z, UNKNOWN_REST, t.id, z->integer);
      require_between(z, 0, rest, power(n->aux) - 1);
      sum = add(z, sum, rest);
    }
    require(z, keep(z, z3.mk_eq(z->context, unsigned_of(z, from), sum)));
    require_between(z, 0, v->u, power(n->width) - 1);
  }
}

static Z3_ast divide(Z3Integers *z, Term a, Wide by) {
  return keep(z, z3.mk_div(z->context, unsigned_of(z, a), number(z, by)));
}

static Z3_ast remainder_by(Z3Integers *z, Term a, Wide by) {
  return keep(z, z3.mk_mod(z->context, unsigned_of(z, a), number(z, by)));
}

/* Division by a known number and its forms. */
static bool view_division(Z3Integers *z, Term t, Term a, Term b) {
  View *v = view(z, t);
  TermOp op = (TermOp)term_node(z->terms, t)->op;
  Word by;
  if (!term_value(z->terms, b, &by)) return false;
  unsigned width = term_width(z->terms, t);
  bool power_of_two = (by & (by + 1)) == 0 && by + 1 != 0;
  if (op == TERM_UDIV && by)
    v->u = divide(z, a, (Wide)by);
  else if (op == TERM_UREM && by)
    v->u = remainder_by(z, a, (Wide)by);
  else if (op == TERM_LSHR && by < width)
    v->u = divide(z, a, power((unsigned)by));
  else if (op == TERM_AND && power_of_two)
    v->u = remainder_by(z, a, (Wide)by + 1);
  else
    return false;
  bound_view(z, t);
  return true;
}

static void view_truth(Z3Integers *z, Term t, TermOp op, Term a, Term b) {
  Z3_context c = z->context;
  Z3_ast truth;
  bool bits = term_width(z->terms, a) == 1;
  if (op == TERM_NOT) {
    truth = z3.mk_not(c, truth_of(z, a));
  } else if (op == TERM_AND || op == TERM_OR || op == TERM_XOR ||
             (op == TERM_EQ && bits)) {
    Z3_ast both[2] = {truth_of(z, a), truth_of(z, b)};
    truth = op == TERM_AND  ? z3.mk_and(c, 2, both)
            : op == TERM_OR ? z3.mk_or(c, 2, both)
            : op == TERM_EQ ? z3.mk_iff(c, both[0], both[1])
                            : z3.mk_xor(c, both[0], both[1]);
  } else if (op == TERM_EQ) {
    bool both_signed = view(z, a)->s && view(z, b)->s;
    truth = both_signed ? z3.mk_eq(c, signed_of(z, a), signed_of(z, b))
                        : z3.mk_eq(c, unsigned_of(z, a), unsigned_of(z, b));
  } else if (op == TERM_ULT || op == TERM_ULE) {
    Z3_ast x = unsigned_of(z, a), y = unsigned_of(z, b);
    truth = op == TERM_ULT ? z3.mk_lt(c, x, y) : z3.mk_le(c, x, y);
  } else {
    Z3_ast x = signed_of(z, a), y = signed_of(z, b);
    truth = op == TERM_SLT ? z3.mk_lt(c, x, y) : z3.mk_le(c, x, y);
  }
  view(z, t)->truth = keep(z, truth);
}

static void view_choice(Z3Integers *z, Term t, Term c, Term a, Term b) {
  View *v = view(z, t);
  if (view(z, a)->array)
    v->array = if_then_else(z, truth_of(z, c), view(z, a)->array, view(z, b)->array);
  else if (term_width(z->terms, t) == 1)
    v->truth = if_then_else(z, truth_of(z, c), truth_of(z, a), truth_of(z, b));
  else if (view(z, a)->s && view(z, b)->s)
    v->s = if_then_else(z, truth_of(z, c), signed_of(z, a), signed_of(z, b));
  else
    v->u = if_then_else(z, truth_of(z, c), unsigned_of(z, a), unsigned_of(z, b));
}

static void view_constant(Z3Integers *z, Term t, const TermNode *n) {
  View *v = view(z, t);
  if (n->width == 1)
    v->truth = keep(z, n->value ? z3.mk_true(z->context) : z3.mk_false(z->context));
  v->u = number(z, (Wide)n->value);
  v->s = number(z, n->width == 1 ? -(Wide)n->value : signed_word(n->width, n->value));
}

static bool view_array(Z3Integers *z, Term t, const TermNode *n, Term a, Term b) {
  Z3_context c = z->context;
  View *v = view(z, t);
  switch ((TermOp)n->op) {
  case TERM_ARRAY: v->array = unknown(z, UNKNOWN_VAR, n->aux, z->array); return true;
  case TERM_FILL:
    v->array = keep(z, z3.mk_const_array(c, z->integer, unsigned_of(z, a)));
    return true;
  case TERM_STORE: {
    Z3_ast byte = unsigned_of(z, term_arg(z->terms, t, 2));
    v->array = keep(z, z3.mk_store(c, view(z, a)->array, unsigned_of(z, b), byte));
    return true;
  }
  case TERM_READ:
    v->u = keep(z, z3.mk_select(c, view(z, a)->array, unsigned_of(z, b)));
    bound_view(z, t);
    return true;
  default: return false;
  }
}

static void make_view(Z3Integers *z, Term t) {
  const TermNode *n = term_node(z->terms, t);
  Term a = n->arg_count > 0 ? term_arg(z->terms, t, 0) : t,
       b = n->arg_count > 1 ? term_arg(z->terms, t, 1) : t;
  View *v = view(z, t);
  bool done = true;
  *v = (View){.round = z->round};
  switch ((TermOp)n->op) {
  case TERM_CONST: view_constant(z, t, n); break;
  case TERM_VAR: view_unknown(z, t, UNKNOWN_VAR, n->aux); break;
  case TERM_LINEAR: done = view_sum(z, t); break;
  case TERM_NOT:
  case TERM_EQ:
  case TERM_ULT:
  case TERM_ULE:
  case TERM_SLT:
  case TERM_SLE: view_truth(z, t, (TermOp)n->op, a, b); break;
  case TERM_AND:
  case TERM_OR:
  case TERM_XOR:
    if (n->width == 1)
      view_truth(z, t, (TermOp)n->op, a, b);
    else
      done = view_division(z, t, a, b);
    break;
  case TERM_UDIV:
  case TERM_UREM:
  case TERM_LSHR: done = view_division(z, t, a, b); break;
  case TERM_ITE: view_choice(z, t, a, b, term_arg(z->terms, t, 2)); break;
  case TERM_ZEXT: v->u = unsigned_of(z, a); break;
  case TERM_SEXT: v->s = signed_of(z, a); break;
  case TERM_EXTRACT: view_extract(z, t); break;
  case TERM_CONCAT:
    v->u = add(z, times(z, power(term_width(z->terms, b)), unsigned_of(z, a)),
               unsigned_of(z, b));
    break;
  default: done = view_array(z, t, n, a, b); break;
  }
  if (!done) view_unknown(z, t, UNKNOWN_TERM, t.id);
}

/* Views of the term and all below it; false when there are too many, or one is too wide.
 */
static bool translate(Z3Integers *z, Term t) {
  if (z->views.len < z->terms->nodes.len)
    vec_resize(z->arena, &z->views, z->terms->nodes.len);
  VecU32 stack = {0};
  vec_push(z->arena, &stack, t.id);
  while (stack.len) {
    Term top = {vec_last(&stack)};
    const TermNode *n = term_node(z->terms, top);
    uint32_t before = stack.len;
    if (n->width > MAX_WIDTH) return false;
    for (unsigned i = 0; i < n->arg_count; i++)
      if (view(z, term_arg(z->terms, top, i))->round != z->round)
        vec_push(z->arena, &stack, term_arg(z->terms, top, i).id);
    if (stack.len > before) continue;
    stack.len--;
    if (view(z, top)->round == z->round) continue;
    if (++z->nodes > MAX_NODES) return false;
    make_view(z, top);
  }
  return true;
}

/* ---- asking ---- */

static Model *take_model(Z3Integers *z, const Term *constraints, uint32_t count,
                         Arena *arena) {
  Z3_context c = z->context;
  Z3_model m = z3.solver_get_model(c, z->solver);
  if (!m) return NULL;
  z3.model_inc_ref(c, m);
  Model *out = model_new(arena);
  for (uint32_t i = 0; i < count; i++) {
    const VecU32 *vars = term_support(z->terms, constraints[i]);
    for (uint32_t j = 0; j < vars->len; j++) {
      Term var = {z->terms->vars.data[vars->data[j]]};
      const View *v = view(z, var);
      Z3_ast value = NULL, of = v->array ? v->array : v->truth ? v->truth : v->s;
      if (v->round != z->round || !z3.model_eval(c, m, of, true, &value) || !value)
        continue;
      keep(z, value);
      Word word;
      if (v->array)
        z3_take_array(c, m, value, vars->data[j], arena, out);
      else if (v->truth)
        model_set(out, arena, vars->data[j], z3.get_bool_value(c, value) == Z3_L_TRUE);
      else if (z3_numeral(c, value, &word))
        model_set(out, arena, vars->data[j], word & word_mask(term_width(z->terms, var)));
    }
  }
  z3.model_dec_ref(c, m);
  return out;
}

static void forget_question(Z3Integers *z) {
  for (uint32_t i = 0; i < z->kept.len; i++) z3.dec_ref(z->context, z->kept.data[i]);
  vec_clear(&z->kept);
}

static Answer ask(Z3Integers *z, const Term *constraints, uint32_t count, Arena *arena,
                  Model **model) {
  for (uint32_t i = 0; i < count; i++) {
    if (!translate(z, constraints[i])) return ANSWER_UNKNOWN;
    require(z, truth_of(z, constraints[i]));
  }
  Z3_lbool answer = z->failed ? Z3_L_UNDEF : z3.solver_check(z->context, z->solver);
  if (z->failed) return ANSWER_UNKNOWN;
  if (answer != Z3_L_TRUE) return answer == Z3_L_FALSE ? ANSWER_NO : ANSWER_UNKNOWN;
  Model *m = take_model(z, constraints, count, arena);
  if (!m || z->failed || !z3_model_holds(z->terms, m, constraints, count))
    return ANSWER_UNKNOWN;
  *model = m;
  return ANSWER_YES;
}

Answer z3_integers_check(Z3Integers *z, Ranges *ranges, const Term *constraints,
                         uint32_t count, uint64_t effort, Arena *arena, Model **model) {
  current = z;
  z->failed = false;
  z->ranges = ranges;
  z->round++;
  z->nodes = 0;
  z3_limit(z->context, z->solver, effort);
  z3.solver_push(z->context, z->solver);
  Answer answer = ask(z, constraints, count, arena, model);
  z3.solver_pop(z->context, z->solver, 1);
  forget_question(z);
  current = NULL;
  return answer;
}
