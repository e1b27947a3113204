/* The other constructors: constants fold, and the rewrites that symbolic execution meets
 * all the time are done on the spot (bytes taken apart and put together, masks,
 * comparisons of conditionals and of sums, reads over stores). Every rule is an equality
 * of values. */
#include "solver/term_build.h"

static Word signed_divide(TermOp op, unsigned width, Word a, Word b) {
  bool na = word_negative(width, a), nb = word_negative(width, b);
  Word mask = word_mask(width);
  Word x = na ? (0 - a) & mask : a, y = nb ? (0 - b) & mask : b;
  if (y == 0) {
    if (op == TERM_SREM) return a;
    return na ? 1 : mask;
  }
  Word q = x / y, r = x % y;
  if (op == TERM_SDIV) return na != nb ? (0 - q) & mask : q;
  return na ? (0 - r) & mask : r;
}

Word term_fold(TermOp op, unsigned width, Word a, Word b) {
  Word mask = word_mask(width);
  switch (op) {
  case TERM_UDIV: return b ? a / b : mask;
  case TERM_UREM: return b ? a % b : a;
  case TERM_SDIV:
  case TERM_SREM: return signed_divide(op, width, a, b);
  case TERM_AND: return a & b;
  case TERM_OR: return a | b;
  case TERM_XOR: return a ^ b;
  case TERM_SHL: return b >= width ? 0 : a << b & mask;
  case TERM_LSHR: return b >= width ? 0 : a >> b;
  case TERM_ASHR: {
    Word fill = word_negative(width, a) ? mask : 0;
    if (b >= width) return fill;
    return (a >> b) | (fill & ~(mask >> b));
  }
  case TERM_EQ: return a == b;
  case TERM_ULT: return a < b;
  case TERM_ULE: return a <= b;
  case TERM_SLT: return word_flip(width, a) < word_flip(width, b);
  case TERM_SLE: return word_flip(width, a) <= word_flip(width, b);
  case TERM_MUL: return a * b & mask;
  default: return 0;
  }
}

static bool both_const(const Terms *ts, Term a, Term b, Word *x, Word *y) {
  return term_value(ts, a, x) && term_value(ts, b, y);
}

static Term binary(Terms *ts, TermOp op, unsigned width, Term a, Term b) {
  return term_make(ts, op, width, 0, (Term[]){a, b}, 2);
}

static bool power_of_two(Word value, unsigned *shift) {
  if (!value || (value & (value - 1))) return false;
  for (*shift = 0; !(value >> *shift & 1); ++*shift) {
  }
  return true;
}

/* ---- division ---- */

static Term divide(Terms *ts, TermOp op, Term a, Term b) {
  Word x, y;
  unsigned width = term_width(ts, a), shift;
  if (both_const(ts, a, b, &x, &y))
    return term_const(ts, width, term_fold(op, width, x, y));
  if (term_value(ts, b, &y) && y == 1)
    return op == TERM_UDIV || op == TERM_SDIV ? a : term_const(ts, width, 0);
  bool nonnegative = !word_negative(width, term_node(ts, a)->high) &&
                     !word_negative(width, term_node(ts, b)->high);
  if (op == TERM_SDIV && nonnegative && term_node(ts, b)->low) op = TERM_UDIV;
  if (op == TERM_SREM && nonnegative && term_node(ts, b)->low) op = TERM_UREM;
  if (op == TERM_UDIV && term_value(ts, b, &y) && power_of_two(y, &shift))
    return term_lshr(ts, a, term_const(ts, width, shift));
  if (op == TERM_UREM && term_value(ts, b, &y) && power_of_two(y, &shift))
    return shift ? term_zext(ts, term_extract(ts, a, 0, shift), width)
                 : term_const(ts, width, 0);
  if (op == TERM_UREM && term_node(ts, a)->high < term_node(ts, b)->low) return a;
  return binary(ts, op, width, a, b);
}

Term term_udiv(Terms *ts, Term a, Term b) { return divide(ts, TERM_UDIV, a, b); }
Term term_sdiv(Terms *ts, Term a, Term b) { return divide(ts, TERM_SDIV, a, b); }
Term term_urem(Terms *ts, Term a, Term b) { return divide(ts, TERM_UREM, a, b); }
Term term_srem(Terms *ts, Term a, Term b) { return divide(ts, TERM_SREM, a, b); }

/* ---- bitwise ---- */

static void order(const Terms *ts, Term *a, Term *b) { /* constants last, else by id */
  if (term_is_const(ts, *a) || (!term_is_const(ts, *b) && a->id > b->id)) {
    Term swap = *a;
    *a = *b;
    *b = swap;
  }
}

static bool is_negation(const Terms *ts, Term a, Term b) {
  return (term_node(ts, a)->op == TERM_NOT && term_arg(ts, a, 0).id == b.id) ||
         (term_node(ts, b)->op == TERM_NOT && term_arg(ts, b, 0).id == a.id);
}

Term term_and(Terms *ts, Term a, Term b) {
  Word x, y;
  unsigned width = term_width(ts, a), bits = 0;
  if (both_const(ts, a, b, &x, &y)) return term_const(ts, width, x & y);
  if (a.id == b.id) return a;
  order(ts, &a, &b);
  if (term_value(ts, b, &y)) {
    const TermNode *n = term_node(ts, a);
    if (y == 0) return b;
    if ((~y & word_mask(width) & ~n->zeros) == 0)
      return a; /* only clears what is clear */
    if (power_of_two(y + 1, &bits) && bits < width)
      return term_zext(ts, term_extract(ts, a, 0, bits), width);
  }
  if (width == 1 && is_negation(ts, a, b)) return term_bool(ts, false);
  return binary(ts, TERM_AND, width, a, b);
}

Term term_or(Terms *ts, Term a, Term b) {
  Word x, y;
  unsigned width = term_width(ts, a);
  if (both_const(ts, a, b, &x, &y)) return term_const(ts, width, x | y);
  if (a.id == b.id) return a;
  order(ts, &a, &b);
  if (term_value(ts, b, &y)) {
    if (y == 0) return a;
    if ((y & ~term_node(ts, a)->ones) == 0) return a;
    if (y == word_mask(width)) return b;
  }
  if (width == 1 && is_negation(ts, a, b)) return term_bool(ts, true);
  /* No bit can be one in both: a sum, which cancels better. */
  const TermNode *na = term_node(ts, a), *nb = term_node(ts, b);
  if (width > 1 && ((na->zeros | nb->zeros) & word_mask(width)) == word_mask(width))
    return term_add(ts, a, b);
  return binary(ts, TERM_OR, width, a, b);
}

Term term_xor(Terms *ts, Term a, Term b) {
  Word x, y;
  unsigned width = term_width(ts, a);
  if (both_const(ts, a, b, &x, &y)) return term_const(ts, width, x ^ y);
  if (a.id == b.id) return term_const(ts, width, 0);
  order(ts, &a, &b);
  if (term_value(ts, b, &y)) {
    if (y == 0) return a;
    if (y == word_mask(width)) return term_not(ts, a);
  }
  return binary(ts, TERM_XOR, width, a, b);
}

Term term_not(Terms *ts, Term a) {
  Word x;
  unsigned width = term_width(ts, a);
  if (term_value(ts, a, &x)) return term_const(ts, width, ~x);
  if (width > 1) return term_sub(ts, term_const(ts, width, word_mask(width)), a);
  Term p = term_node(ts, a)->arg_count > 0 ? term_arg(ts, a, 0) : a;
  Term q = term_node(ts, a)->arg_count > 1 ? term_arg(ts, a, 1) : a;
  switch (term_node(ts, a)->op) {
  case TERM_NOT: return p;
  case TERM_ULT: return term_ule(ts, q, p);
  case TERM_ULE: return term_ult(ts, q, p);
  case TERM_SLT: return term_sle(ts, q, p);
  case TERM_SLE: return term_slt(ts, q, p);
  case TERM_AND: return term_or(ts, term_not(ts, p), term_not(ts, q));
  case TERM_OR: return term_and(ts, term_not(ts, p), term_not(ts, q));
  default: return term_make(ts, TERM_NOT, 1, 0, &a, 1);
  }
}

/* ---- shifts ---- */

static Term shift(Terms *ts, TermOp op, Term a, Term b) {
  Word x, y;
  unsigned width = term_width(ts, a);
  if (both_const(ts, a, b, &x, &y))
    return term_const(ts, width, term_fold(op, width, x, y));
  if (!term_value(ts, b, &y)) {
    if (term_value(ts, a, &x) && x == 0) return a;
    return binary(ts, op, width, a, b);
  }
  if (y == 0) return a;
  if (y >= width) {
    if (op != TERM_ASHR) return term_const(ts, width, 0);
    y = width - 1;
  }
  unsigned s = (unsigned)y;
  if (op == TERM_SHL) return term_mul(ts, a, term_const(ts, width, (Word)1 << s));
  Term high = term_extract(ts, a, s, width - s);
  return op == TERM_LSHR ? term_zext(ts, high, width) : term_sext(ts, high, width);
}

Term term_shl(Terms *ts, Term a, Term b) { return shift(ts, TERM_SHL, a, b); }
Term term_lshr(Terms *ts, Term a, Term b) { return shift(ts, TERM_LSHR, a, b); }
Term term_ashr(Terms *ts, Term a, Term b) { return shift(ts, TERM_ASHR, a, b); }

/* ---- comparisons ---- */

/* Compare a conditional between constants with a constant by deciding each branch. */
static bool compare_branches(Terms *ts, TermOp op, Term a, Term b, Term *result) {
  bool left = term_node(ts, a)->op == TERM_ITE;
  Term ite = left ? a : b, other = left ? b : a;
  if (term_node(ts, ite)->op != TERM_ITE || !term_is_const(ts, other)) return false;
  Term c = term_arg(ts, ite, 0), p = term_arg(ts, ite, 1), q = term_arg(ts, ite, 2);
  Word k, x, y;
  term_value(ts, other, &k);
  unsigned w = term_width(ts, other);
  if (!term_value(ts, p, &x) || !term_value(ts, q, &y)) {
    if (op != TERM_EQ) return false;
    Term l = term_eq(ts, p, other), r = term_eq(ts, q, other);
    if (!term_is_const(ts, l) && !term_is_const(ts, r)) return false;
    *result = term_ite(ts, c, l, r);
    return true;
  }
  bool yes = left ? term_fold(op, w, x, k) : term_fold(op, w, k, x);
  bool no = left ? term_fold(op, w, y, k) : term_fold(op, w, k, y);
  *result = yes == no ? term_bool(ts, yes) : yes ? c : term_not(ts, c);
  return true;
}

static Term narrow_equality(Terms *ts, Term a, Term b) {
  /* zext(x) == k is x == k when k fits, and so for concat and sext. */
  const TermNode *n = term_node(ts, a);
  Word k;
  if (!term_value(ts, b, &k)) {
    if ((n->op == TERM_ZEXT || n->op == TERM_SEXT) && term_node(ts, b)->op == n->op &&
        term_width(ts, term_arg(ts, a, 0)) == term_width(ts, term_arg(ts, b, 0)))
      return term_eq(ts, term_arg(ts, a, 0), term_arg(ts, b, 0));
    return TERM_NONE;
  }
  if (n->op == TERM_ZEXT || n->op == TERM_SEXT) {
    Term x = term_arg(ts, a, 0);
    unsigned inner = term_width(ts, x);
    Word low = k & word_mask(inner);
    Word back = n->op == TERM_ZEXT ? low : word_sext(inner, n->width, low);
    if (back != k) return term_bool(ts, false);
    return term_eq(ts, x, term_const(ts, inner, low));
  }
  if (n->op == TERM_CONCAT) {
    Term high = term_arg(ts, a, 0), low = term_arg(ts, a, 1);
    unsigned lw = term_width(ts, low), hw = term_width(ts, high);
    return term_and(ts, term_eq(ts, high, term_const(ts, hw, k >> lw)),
                    term_eq(ts, low, term_const(ts, lw, k)));
  }
  if (n->op == TERM_LINEAR && n->arg_count == 3) { /* c*x + d == k with c odd: x == .. */
    Word c = term_node(ts, term_arg(ts, a, 1))->value;
    Word d = term_node(ts, term_arg(ts, a, 2))->value, mask = word_mask(n->width);
    if (c == 1) return term_eq(ts, term_arg(ts, a, 0), term_const(ts, n->width, k - d));
    if (c == mask)
      return term_eq(ts, term_arg(ts, a, 0), term_const(ts, n->width, d - k));
  }
  return TERM_NONE;
}

Term term_eq(Terms *ts, Term a, Term b) {
  Word x, y;
  if (a.id == b.id) return term_bool(ts, true);
  if (both_const(ts, a, b, &x, &y)) return term_bool(ts, x == y);
  order(ts, &a, &b);
  Term result;
  if (term_width(ts, a) == 1) {
    if (term_value(ts, b, &y)) return y ? a : term_not(ts, a);
    return term_not(ts, term_xor(ts, a, b));
  }
  if (term_node(ts, a)->op == TERM_LINEAR || term_node(ts, b)->op == TERM_LINEAR) {
    Term difference = term_sub(ts, a, b);
    if (term_value(ts, difference, &x)) return term_bool(ts, x == 0);
    if (!term_is_const(ts,
                       b)) { /* the sum alone on one side, its constant on the other */
      const TermNode *d = term_node(ts, difference);
      Word k = d->op == TERM_LINEAR
                 ? term_node(ts, term_arg(ts, difference, d->arg_count - 1u))->value
                 : 0;
      unsigned w = term_width(ts, a);
      a = term_sub(ts, difference, term_const(ts, w, k));
      b = term_const(ts, w, 0 - k);
    }
  }
  if (compare_branches(ts, TERM_EQ, a, b, &result)) return result;
  result = narrow_equality(ts, a, b);
  if (!term_is_none(result)) return result;
  return binary(ts, TERM_EQ, 1, a, b);
}

Term term_ne(Terms *ts, Term a, Term b) { return term_not(ts, term_eq(ts, a, b)); }

/* x < k on extended values is a comparison of the narrow ones when k fits. */
static Term narrow_order(Terms *ts, TermOp op, Term a, Term b) {
  const TermNode *na = term_node(ts, a), *nb = term_node(ts, b);
  Word k;
  bool ext_a = na->op == TERM_ZEXT || na->op == TERM_SEXT;
  bool ext_b = nb->op == TERM_ZEXT || nb->op == TERM_SEXT;
  if (ext_a && ext_b && na->op == nb->op) {
    Term x = term_arg(ts, a, 0), y = term_arg(ts, b, 0);
    if (term_width(ts, x) != term_width(ts, y)) return TERM_NONE;
    bool is_signed = na->op == TERM_SEXT; /* zext: both non-negative, unsigned order */
    if (op == TERM_ULT || (op == TERM_SLT && !is_signed)) return term_ult(ts, x, y);
    if (op == TERM_ULE || (op == TERM_SLE && !is_signed)) return term_ule(ts, x, y);
    return op == TERM_SLT ? term_slt(ts, x, y) : term_sle(ts, x, y);
  }
  if (!(ext_a && term_value(ts, b, &k)) && !(ext_b && term_value(ts, a, &k)))
    return TERM_NONE;
  Term x = ext_a ? term_arg(ts, a, 0) : term_arg(ts, b, 0);
  uint8_t ext = ext_a ? na->op : nb->op;
  unsigned inner = term_width(ts, x), outer = ext_a ? na->width : nb->width;
  Word low = k & word_mask(inner);
  Word back = ext == TERM_ZEXT ? low : word_sext(inner, outer, low);
  if (back != k) return TERM_NONE;
  if (ext == TERM_SEXT && (op == TERM_ULT || op == TERM_ULE)) return TERM_NONE;
  Term c = term_const(ts, inner, low);
  Term p = ext_a ? x : c, q = ext_a ? c : x;
  bool strict = op == TERM_ULT || op == TERM_SLT;
  if (ext == TERM_ZEXT) return strict ? term_ult(ts, p, q) : term_ule(ts, p, q);
  return strict ? term_slt(ts, p, q) : term_sle(ts, p, q);
}

static Term compare(Terms *ts, TermOp op, Term a, Term b) {
  Word x, y;
  unsigned w = term_width(ts, a);
  bool strict = op == TERM_ULT || op == TERM_SLT,
       is_signed = op == TERM_SLT || op == TERM_SLE;
  if (a.id == b.id) return term_bool(ts, !strict);
  if (both_const(ts, a, b, &x, &y)) return term_bool(ts, term_fold(op, w, x, y));
  if (w == 1 && !is_signed) /* of truth values */
    return strict ? term_and(ts, term_not(ts, a), b) : term_or(ts, term_not(ts, a), b);
  if (is_signed && !word_negative(w, term_node(ts, a)->high) &&
      !word_negative(w, term_node(ts, b)->high))
    return compare(ts, strict ? TERM_ULT : TERM_ULE, a, b);
  if (op == TERM_ULT && term_value(ts, b, &y) && y == 1)
    return term_eq(ts, a, term_const(ts, w, 0));
  if (op == TERM_ULE && term_value(ts, b, &y) && y == 0) return term_eq(ts, a, b);
  if (op == TERM_ULT && term_value(ts, a, &x) && x == 0) return term_ne(ts, b, a);
  Term result;
  if (compare_branches(ts, op, a, b, &result)) return result;
  result = narrow_order(ts, op, a, b);
  if (!term_is_none(result)) return result;
  return binary(ts, op, 1, a, b);
}

Term term_ult(Terms *ts, Term a, Term b) { return compare(ts, TERM_ULT, a, b); }
Term term_ule(Terms *ts, Term a, Term b) { return compare(ts, TERM_ULE, a, b); }
Term term_slt(Terms *ts, Term a, Term b) { return compare(ts, TERM_SLT, a, b); }
Term term_sle(Terms *ts, Term a, Term b) { return compare(ts, TERM_SLE, a, b); }

/* ---- choice ---- */

Term term_ite(Terms *ts, Term c, Term a, Term b) {
  if (term_is_true(ts, c) || a.id == b.id) return a;
  if (term_is_false(ts, c)) return b;
  if (term_node(ts, c)->op == TERM_NOT) return term_ite(ts, term_arg(ts, c, 0), b, a);
  if (term_width(ts, a) == 1 && !term_is_array(ts, a)) {
    Word x, y;
    if (term_value(ts, a, &x))
      return x ? term_or(ts, c, b) : term_and(ts, term_not(ts, c), b);
    if (term_value(ts, b, &y))
      return y ? term_or(ts, term_not(ts, c), a) : term_and(ts, c, a);
  }
  if (term_node(ts, a)->op == TERM_ITE && term_arg(ts, a, 0).id == c.id)
    a = term_arg(ts, a, 1);
  if (term_node(ts, b)->op == TERM_ITE && term_arg(ts, b, 0).id == c.id)
    b = term_arg(ts, b, 2);
  if (a.id == b.id) return a;
  return term_make(ts, TERM_ITE, term_width(ts, a), 0, (Term[]){c, a, b}, 3);
}

/* ---- widths ---- */

Term term_zext(Terms *ts, Term a, unsigned width) {
  Word x;
  unsigned from = term_width(ts, a);
  if (from == width) return a;
  if (term_value(ts, a, &x)) return term_const(ts, width, x);
  if (term_node(ts, a)->op == TERM_ZEXT) return term_zext(ts, term_arg(ts, a, 0), width);
  return term_make(ts, TERM_ZEXT, width, 0, &a, 1);
}

Term term_sext(Terms *ts, Term a, unsigned width) {
  Word x;
  unsigned from = term_width(ts, a);
  if (from == width) return a;
  if (term_value(ts, a, &x)) return term_const(ts, width, word_sext(from, width, x));
  if (term_node(ts, a)->op == TERM_SEXT) return term_sext(ts, term_arg(ts, a, 0), width);
  if (!word_negative(from, term_node(ts, a)->high)) return term_zext(ts, a, width);
  return term_make(ts, TERM_SEXT, width, 0, &a, 1);
}

static Term extract_of_extended(Terms *ts, Term a, unsigned low, unsigned width) {
  Term x = term_arg(ts, a, 0);
  unsigned inner = term_width(ts, x);
  bool zero = term_node(ts, a)->op == TERM_ZEXT;
  if (low + width <= inner) return term_extract(ts, x, low, width);
  if (zero && low >= inner) return term_const(ts, width, 0);
  if (low < inner) {
    Term part = term_extract(ts, x, low, inner - low);
    return zero ? term_zext(ts, part, width) : term_sext(ts, part, width);
  }
  return TERM_NONE;
}

Term term_extract(Terms *ts, Term a, unsigned low, unsigned width) {
  Word x;
  const TermNode *n = term_node(ts, a);
  if (low == 0 && width == n->width) return a;
  if (term_value(ts, a, &x)) return term_const(ts, width, x >> low);
  switch (n->op) {
  case TERM_EXTRACT: return term_extract(ts, term_arg(ts, a, 0), low + n->aux, width);
  case TERM_ZEXT:
  case TERM_SEXT: {
    Term result = extract_of_extended(ts, a, low, width);
    if (!term_is_none(result)) return result;
    break;
  }
  case TERM_CONCAT: {
    Term high = term_arg(ts, a, 0), lower = term_arg(ts, a, 1);
    unsigned lw = term_width(ts, lower);
    if (low >= lw) return term_extract(ts, high, low - lw, width);
    if (low + width <= lw) return term_extract(ts, lower, low, width);
    return term_concat(ts, term_extract(ts, high, 0, low + width - lw),
                       term_extract(ts, lower, low, lw - low));
  }
  case TERM_AND:
  case TERM_OR:
  case TERM_XOR: {
    Term p = term_extract(ts, term_arg(ts, a, 0), low, width);
    Term q = term_extract(ts, term_arg(ts, a, 1), low, width);
    TermOp op = (TermOp)term_node(ts, a)->op;
    return op == TERM_AND  ? term_and(ts, p, q)
           : op == TERM_OR ? term_or(ts, p, q)
                           : term_xor(ts, p, q);
  }
  case TERM_ITE:
    if (term_is_const(ts, term_arg(ts, a, 1)) || term_is_const(ts, term_arg(ts, a, 2))) {
      Term c = term_arg(ts, a, 0), p = term_arg(ts, a, 1), q = term_arg(ts, a, 2);
      Term left = term_extract(ts, p, low, width);
      return term_ite(ts, c, left, term_extract(ts, q, low, width));
    }
    break;
  default: break;
  }
  return term_make(ts, TERM_EXTRACT, width, low, &a, 1);
}

/* Whether high is the part of x directly above low: x itself and where it starts. */
static bool adjacent(const Terms *ts, Term high, Term low, Term *x, unsigned *from) {
  const TermNode *h = term_node(ts, high), *l = term_node(ts, low);
  if (h->op != TERM_EXTRACT) return false;
  *x = term_arg(ts, high, 0);
  if (l->op == TERM_EXTRACT && term_arg(ts, low, 0).id == x->id &&
      l->aux + l->width == h->aux)
    return *from = l->aux, true;
  return false;
}

Term term_concat(Terms *ts, Term high, Term low) {
  Word x, y;
  unsigned hw = term_width(ts, high), lw = term_width(ts, low), from;
  Term whole;
  if (both_const(ts, high, low, &x, &y)) return term_const(ts, hw + lw, x << lw | y);
  if (term_value(ts, high, &x) && x == 0) return term_zext(ts, low, hw + lw);
  if (adjacent(ts, high, low, &whole, &from))
    return term_extract(ts, whole, from, hw + lw);
  /* high . (middle . rest) where high and middle are adjacent */
  if (term_node(ts, low)->op == TERM_CONCAT &&
      adjacent(ts, high, term_arg(ts, low, 0), &whole, &from)) {
    unsigned mw = term_width(ts, term_arg(ts, low, 0));
    Term rest = term_arg(ts, low, 1);
    return term_concat(ts, term_extract(ts, whole, from, hw + mw), rest);
  }
  if (term_node(ts, high)->op == TERM_ZEXT) { /* 0 . x . low */
    Term inner = term_arg(ts, high, 0);
    return term_zext(ts, term_concat(ts, inner, low), hw + lw);
  }
  if (term_node(ts, high)->op == TERM_CONCAT) { /* nest to the right */
    Term top = term_arg(ts, high, 0), middle = term_arg(ts, high, 1);
    return term_concat(ts, top, term_concat(ts, middle, low));
  }
  return binary(ts, TERM_CONCAT, hw + lw, high, low);
}

/* ---- arrays ---- */

/* 1: equal in every model, 0: different in every model, -1: depends. */
enum { MAX_READ_CHOICES = 3 };

static int same_index(Terms *ts, Term a, Term b) {
  Term equal = term_eq(ts, a, b);
  return term_is_true(ts, equal) ? 1 : term_is_false(ts, equal) ? 0 : -1;
}

/* A store that may be meant becomes a choice; behind some of these the array stays whole.
 */
static Term read_below(Terms *ts, Term array, Term index, unsigned choices) {
  for (;;) {
    TermOp op = (TermOp)term_node(ts, array)->op;
    if (op == TERM_FILL) return term_arg(ts, array, 0);
    if (op != TERM_STORE) break;
    Term at = term_arg(ts, array, 1), byte = term_arg(ts, array, 2),
         rest = term_arg(ts, array, 0);
    int same = same_index(ts, index, at);
    if (same == 1) return byte;
    if (same == -1 && choices == MAX_READ_CHOICES) break;
    if (same == -1)
      return term_ite(ts, term_eq(ts, index, at), byte,
                      read_below(ts, rest, index, choices + 1));
    array = rest;
  }
  return term_make(ts, TERM_READ, 8, 0, (Term[]){array, index}, 2);
}

Term term_read(Terms *ts, Term array, Term index) {
  return read_below(ts, array, index, 0);
}

Term term_store(Terms *ts, Term array, Term index, Term byte) {
  if (term_node(ts, array)->op == TERM_STORE && term_arg(ts, array, 1).id == index.id)
    array = term_arg(ts, array, 0);
  if (term_node(ts, array)->op == TERM_FILL && term_arg(ts, array, 0).id == byte.id)
    return array;
  return term_make(ts, TERM_STORE, term_width(ts, array), 0, (Term[]){array, index, byte},
                   3);
}
