/* Interval reasoning under constraints, see ranges.h. */
#include "solver/ranges.h"

#include "solver/term_build.h"

enum { MAX_DEPTH = 40 };

void ranges_init(Ranges *r, Arena *arena, Terms *ts) {
  *r = (Ranges){.arena = arena, .terms = ts};
}

void ranges_clear(Ranges *r) {
  map_clear(&r->known);
  map_clear(&r->memo);
  vec_clear(&r->ranges);
  r->empty = false;
}

static Range full(unsigned width) {
  Word mask = word_mask(width);
  return (Range){0, mask, 0, mask};
}

static Word min_word(Word a, Word b) { return a < b ? a : b; }
static Word max_word(Word a, Word b) { return a > b ? a : b; }

/* Lets the two orders tighten each other; false when nothing is left. */
static bool settle(Range *x, unsigned width) {
  Word half = (Word)1 << (width - 1);
  if (x->low > x->high || x->slow > x->shigh) return false;
  if (x->high < half || x->low >= half) { /* one sign: orders agree */
    x->slow = max_word(x->slow, word_flip(width, x->low));
    x->shigh = min_word(x->shigh, word_flip(width, x->high));
  }
  if (x->slow > x->shigh) return false;
  if (x->shigh < half || x->slow >= half) {
    x->low = max_word(x->low, word_flip(width, x->slow));
    x->high = min_word(x->high, word_flip(width, x->shigh));
  }
  return x->low <= x->high;
}

static Range from_facts(const TermNode *n) {
  Range x = full(n->width);
  x.low = n->low;
  x.high = n->high;
  settle(&x, n->width);
  return x;
}

static bool unsigned_fits(Word sum, unsigned width) {
  return width <= 64 && sum <= word_mask(width);
}

static Range derive(Ranges *r, Term t, int depth);

static Range range_at(Ranges *r, Term t, int depth) {
  uint64_t *at = map_find(&r->memo, t.id);
  if (at) return r->ranges.data[*at];
  const TermNode *n = term_node(r->terms, t);
  Range x = from_facts(n);
  at = map_find(&r->known, t.id);
  if (at) {
    Range k = r->ranges.data[*at];
    x = (Range){max_word(x.low, k.low), min_word(x.high, k.high),
                max_word(x.slow, k.slow), min_word(x.shigh, k.shigh)};
  }
  if (n->arg_count && depth < MAX_DEPTH && n->op != TERM_READ && n->op < TERM_ARRAY) {
    Range d = derive(r, t, depth + 1);
    x = (Range){max_word(x.low, d.low), min_word(x.high, d.high),
                max_word(x.slow, d.slow), min_word(x.shigh, d.shigh)};
  }
  if (!settle(&x, n->width)) {
    r->empty = true;
    x = from_facts(n);
  }
  if (depth < MAX_DEPTH) {
    vec_push(r->arena, &r->ranges, x);
    map_set(r->arena, &r->memo, t.id, r->ranges.len - 1);
  }
  return x;
}

/* A sum, over the integers: valid when it stays within one of the two orders. */
static Range derive_linear(Ranges *r, Term t, int depth) {
  const Terms *ts = r->terms;
  const TermNode *n = term_node(ts, t);
  unsigned w = n->width;
  Range x = full(w);
  if (w > 62) { /* wide sums: only with 64 bits and small parts, see below */
    if (w != 64) return x;
  }
  __int128 ulow, uhigh, slow, shigh;
  Word k = term_node(ts, term_arg(ts, t, n->arg_count - 1u))->value;
  __int128 sk = word_negative(w, k) ? (__int128)k - ((__int128)1 << w) : (__int128)k;
  ulow = uhigh = slow = shigh = sk;
  Word half = (Word)1 << (w - 1);
  for (unsigned i = 0; i + 1 < n->arg_count; i += 2) {
    Word c = term_node(ts, term_arg(ts, t, i + 1u))->value;
    __int128 sc = word_negative(w, c) ? (__int128)c - ((__int128)1 << w) : (__int128)c;
    if (sc > ((__int128)1 << 40) || sc < -((__int128)1 << 40)) return x;
    Range a = range_at(r, term_arg(ts, t, i), depth);
    __int128 al = (__int128)a.low, ah = (__int128)a.high;
    __int128 bl = (__int128)a.slow - (__int128)half,
             bh = (__int128)a.shigh - (__int128)half;
    ulow += sc * (sc > 0 ? al : ah);
    uhigh += sc * (sc > 0 ? ah : al);
    slow += sc * (sc > 0 ? bl : bh);
    shigh += sc * (sc > 0 ? bh : bl);
  }
  __int128 top = (__int128)1 << w;
  if (ulow >= 0 && uhigh < top) x.low = (Word)ulow, x.high = (Word)uhigh;
  if (slow >= 0 && shigh < top) /* signed parts, non-negative result */
    x.low = max_word(x.low, (Word)slow), x.high = min_word(x.high, (Word)shigh);
  if (slow >= -(__int128)half && shigh < (__int128)half)
    x.slow = (Word)(slow + (__int128)half), x.shigh = (Word)(shigh + (__int128)half);
  if (ulow >= -(__int128)half && uhigh < (__int128)half)
    x.slow = max_word(x.slow, (Word)(ulow + (__int128)half)),
    x.shigh = min_word(x.shigh, (Word)(uhigh + (__int128)half));
  return x;
}

static int compare_ranges(TermOp op, Range a, Range b) {
  switch (op) {
  case TERM_EQ:
    if (a.high < b.low || b.high < a.low || a.shigh < b.slow || b.shigh < a.slow)
      return 0;
    return a.low == a.high && b.low == b.high && a.low == b.low ? 1 : -1;
  case TERM_ULT: return a.high < b.low ? 1 : a.low >= b.high ? 0 : -1;
  case TERM_ULE: return a.high <= b.low ? 1 : a.low > b.high ? 0 : -1;
  case TERM_SLT: return a.shigh < b.slow ? 1 : a.slow >= b.shigh ? 0 : -1;
  default: return a.shigh <= b.slow ? 1 : a.slow > b.shigh ? 0 : -1;
  }
}

static Range exactly(Word value) { return (Range){value, value, value ^ 1, value ^ 1}; }

static Range derive_truth(Ranges *r, Term t, int depth) {
  const Terms *ts = r->terms;
  TermOp op = (TermOp)term_node(ts, t)->op;
  Range a = range_at(r, term_arg(ts, t, 0), depth);
  if (op == TERM_NOT) return a.low == a.high ? exactly(1 - a.low) : full(1);
  Range b = range_at(r, term_arg(ts, t, 1), depth);
  if (op == TERM_AND) {
    if (a.high == 0 || b.high == 0) return exactly(0);
    return a.low == 1 && b.low == 1 ? exactly(1) : full(1);
  }
  if (op == TERM_OR) {
    if (a.low == 1 || b.low == 1) return exactly(1);
    return a.high == 0 && b.high == 0 ? exactly(0) : full(1);
  }
  if (op < TERM_EQ || op > TERM_SLE) return full(1);
  int known = compare_ranges(op, a, b);
  return known < 0 ? full(1) : exactly((Word)known);
}

/* The range of x where a comparison of it with something is known to hold or not to hold.
 */
static Range where(Ranges *r, Term condition, bool holds, Term x, int depth) {
  const Terms *ts = r->terms;
  Range of = range_at(r, x, depth), other;
  while (term_node(ts, condition)->op == TERM_NOT)
    condition = term_arg(ts, condition, 0), holds = !holds;
  TermOp op = (TermOp)term_node(ts, condition)->op;
  if (op < TERM_ULT || op > TERM_SLE) return of;
  Term a = term_arg(ts, condition, 0), b = term_arg(ts, condition, 1);
  if (a.id != x.id && b.id != x.id) return of;
  bool is_signed = op == TERM_SLT || op == TERM_SLE, below = (a.id == x.id) == holds;
  Word strict = (op == TERM_ULT || op == TERM_SLT) == holds; /* not (a <= b) is b < a */
  other = range_at(r, a.id == x.id ? b : a, depth);
  Word edge =
    is_signed ? (below ? other.shigh : other.slow) : (below ? other.high : other.low);
  if (below ? edge < strict : edge + strict > word_mask(term_width(ts, x))) return of;
  Range to = of;
  if (is_signed && below)
    to.shigh = min_word(to.shigh, edge - strict);
  else if (is_signed)
    to.slow = max_word(to.slow, edge + strict);
  else if (below)
    to.high = min_word(to.high, edge - strict);
  else
    to.low = max_word(to.low, edge + strict);
  return settle(&to, term_width(ts, x)) ? to : of;
}

static Range derive_choice(Ranges *r, Term t, int depth) {
  Term condition = term_arg(r->terms, t, 0), yes = term_arg(r->terms, t, 1),
       no = term_arg(r->terms, t, 2);
  Range c = range_at(r, condition, depth);
  if (c.low == 1) return range_at(r, yes, depth);
  if (c.high == 0) return range_at(r, no, depth);
  Range a = where(r, condition, true, yes, depth),
        b = where(r, condition, false, no, depth);
  return (Range){min_word(a.low, b.low), max_word(a.high, b.high),
                 min_word(a.slow, b.slow), max_word(a.shigh, b.shigh)};
}

static Range derive(Ranges *r, Term t, int depth) {
  const Terms *ts = r->terms;
  const TermNode *n = term_node(ts, t);
  Range x = full(n->width);
  if (n->op == TERM_LINEAR) return derive_linear(r, t, depth);
  if (n->width == 1 && n->op != TERM_ITE && n->op != TERM_EXTRACT)
    return derive_truth(r, t, depth);
  if (n->op == TERM_ITE) return derive_choice(r, t, depth);
  Range a = range_at(r, term_arg(ts, t, 0), depth);
  unsigned from = term_width(ts, term_arg(ts, t, 0));
  switch ((TermOp)n->op) {
  case TERM_ZEXT: x.low = a.low, x.high = a.high; break;
  case TERM_SEXT:
    x.slow = word_flip(n->width, word_sext(from, n->width, word_flip(from, a.slow)));
    x.shigh = word_flip(n->width, word_sext(from, n->width, word_flip(from, a.shigh)));
    break;
  case TERM_EXTRACT:
    if (a.high >> n->aux <= word_mask(n->width))
      x.low = a.low >> n->aux, x.high = a.high >> n->aux;
    break;
  case TERM_MUL: {
    Range b = range_at(r, term_arg(ts, t, 1), depth);
    if (n->width <= 64 && unsigned_fits(a.high * b.high, n->width))
      x.low = a.low * b.low, x.high = a.high * b.high;
    break;
  }
  case TERM_UDIV:
  case TERM_UREM: {
    Range b = range_at(r, term_arg(ts, t, 1), depth);
    if (b.low == 0) break;
    if (n->op == TERM_UDIV)
      x.low = a.low / b.high, x.high = a.high / b.low;
    else
      x.high = min_word(a.high, b.high - 1);
    break;
  }
  case TERM_AND:
    x.high = min_word(a.high, range_at(r, term_arg(ts, t, 1), depth).high);
    break;
  default: break;
  }
  return x;
}

Range ranges_of(Ranges *r, Term t) { return range_at(r, t, 0); }

/* ---- learning ---- */

static void restrict_term(Ranges *r, Term t, Range with) {
  const TermNode *n = term_node(r->terms, t);
  if (n->op == TERM_CONST || n->op >= TERM_ARRAY) return;
  uint64_t *at = map_find(&r->known, t.id);
  Range x = at ? r->ranges.data[*at] : from_facts(n);
  x = (Range){max_word(x.low, with.low), min_word(x.high, with.high),
              max_word(x.slow, with.slow), min_word(x.shigh, with.shigh)};
  if (!settle(&x, n->width)) {
    r->empty = true;
    return;
  }
  vec_push(r->arena, &r->ranges, x);
  map_set(r->arena, &r->known, t.id, r->ranges.len - 1);
  map_clear(&r->memo);
  /* x + k in a range that does not wrap says something of x too. */
  if (n->op == TERM_ZEXT) {
    unsigned inner = term_width(r->terms, term_arg(r->terms, t, 0));
    Range down = full(inner);
    down.low = min_word(x.low, word_mask(inner));
    down.high = min_word(x.high, word_mask(inner));
    restrict_term(r, term_arg(r->terms, t, 0), down);
  }
}

static void assume_order(Ranges *r, TermOp op, Term a, Term b) {
  unsigned w = term_width(r->terms, a);
  Range x = ranges_of(r, a), y = ranges_of(r, b);
  Range ra = full(w), rb = full(w);
  Word strict = op == TERM_ULT || op == TERM_SLT;
  if (op == TERM_ULT || op == TERM_ULE) {
    if (y.high < strict || x.low + strict > word_mask(w)) {
      r->empty = true;
      return;
    }
    ra.high = y.high - strict;
    rb.low = x.low + strict;
  } else {
    if (y.shigh < strict || x.slow + strict > word_mask(w)) {
      r->empty = true;
      return;
    }
    ra.shigh = y.shigh - strict;
    rb.slow = x.slow + strict;
  }
  restrict_term(r, a, ra);
  restrict_term(r, b, rb);
}

static void assume_different(Ranges *r, Term a, Term b) {
  Word k;
  if (!term_value(r->terms, b, &k)) return;
  Range x = ranges_of(r, a);
  unsigned w = term_width(r->terms, a);
  Range to = full(w);
  if (x.low == k) to.low = k + 1;
  if (x.high == k) to.high = k - 1;
  if (x.low == k && x.high == k) {
    r->empty = true;
    return;
  }
  Word s = word_flip(w, k);
  if (x.slow == s && x.slow != x.shigh) to.slow = s + 1;
  if (x.shigh == s && x.slow != x.shigh) to.shigh = s - 1;
  restrict_term(r, a, to);
}

void ranges_assume(Ranges *r, Term constraint) {
  const Terms *ts = r->terms;
  const TermNode *n = term_node(ts, constraint);
  Term a = n->arg_count > 0 ? term_arg(ts, constraint, 0) : constraint;
  Term b = n->arg_count > 1 ? term_arg(ts, constraint, 1) : constraint;
  TermOp op = (TermOp)n->op;
  restrict_term(r, constraint, exactly(1));
  if (op == TERM_AND) {
    ranges_assume(r, a);
    ranges_assume(r, b);
  } else if (op == TERM_EQ) {
    Range x = ranges_of(r, a), y = ranges_of(r, b);
    restrict_term(r, a, y);
    restrict_term(r, b, x);
  } else if (op >= TERM_ULT && op <= TERM_SLE) {
    assume_order(r, op, a, b);
  } else if (op == TERM_NOT) {
    restrict_term(r, a, exactly(0));
    if (term_node(ts, a)->op == TERM_EQ)
      assume_different(r, term_arg(ts, a, 0), term_arg(ts, a, 1));
  }
}
