/* Linear normal form: a sum is c1 * t1 + .. + k with the ti in rising order of id, no ci
 * zero and no ti itself a sum. So equal sums are the same term, and differences cancel.
 */
#include <stdlib.h>

#include "solver/term_build.h"

enum { MAX_SUMMANDS = 64 };

typedef struct Sum {
  unsigned width;
  unsigned count;
  Term terms[MAX_SUMMANDS];
  Word factors[MAX_SUMMANDS];
  Word constant;
} Sum;

static bool sum_add(Sum *sum, Term t, Word factor) {
  unsigned i = 0;
  while (i < sum->count && sum->terms[i].id < t.id) i++;
  if (i < sum->count && sum->terms[i].id == t.id) {
    sum->factors[i] = (sum->factors[i] + factor) & word_mask(sum->width);
    if (sum->factors[i]) return true;
    sum->count--;
    for (; i < sum->count; i++)
      sum->terms[i] = sum->terms[i + 1], sum->factors[i] = sum->factors[i + 1];
    return true;
  }
  if (sum->count == MAX_SUMMANDS) return false;
  for (unsigned j = sum->count; j > i; j--)
    sum->terms[j] = sum->terms[j - 1], sum->factors[j] = sum->factors[j - 1];
  sum->terms[i] = t;
  sum->factors[i] = factor;
  sum->count++;
  return true;
}

/* sum += t * factor; false when it would be too long. */
static bool sum_add_term(const Terms *ts, Sum *sum, Term t, Word factor) {
  const TermNode *n = term_node(ts, t);
  Word mask = word_mask(sum->width);
  if (n->op == TERM_CONST) {
    sum->constant = (sum->constant + n->value * factor) & mask;
    return true;
  }
  if (n->op != TERM_LINEAR) return sum_add(sum, t, factor & mask);
  for (unsigned i = 0; i + 1 < n->arg_count; i += 2) {
    Word c = term_node(ts, term_arg(ts, t, i + 1))->value * factor & mask;
    if (c && !sum_add(sum, term_arg(ts, t, i), c)) return false;
  }
  Word k = term_node(ts, term_arg(ts, t, n->arg_count - 1))->value;
  sum->constant = (sum->constant + k * factor) & mask;
  return true;
}

static Term sum_to_term(Terms *ts, const Sum *sum) {
  if (sum->count == 0) return term_const(ts, sum->width, sum->constant);
  if (sum->count == 1 && sum->factors[0] == 1 && sum->constant == 0) return sum->terms[0];
  Term args[2 * MAX_SUMMANDS + 1];
  unsigned n = 0;
  for (unsigned i = 0; i < sum->count; i++) {
    args[n++] = sum->terms[i];
    args[n++] = term_const(ts, sum->width, sum->factors[i]);
  }
  args[n++] = term_const(ts, sum->width, sum->constant);
  return term_make(ts, TERM_LINEAR, sum->width, 0, args, n);
}

/* a * fa + b * fb; where that is too long, b becomes one opaque summand. */
static Term combine(Terms *ts, Term a, Word fa, Term b, Word fb) {
  Sum sum = {.width = term_width(ts, a)};
  if (sum_add_term(ts, &sum, a, fa) && sum_add_term(ts, &sum, b, fb))
    return sum_to_term(ts, &sum);
  Term zero = term_const(ts, sum.width, 0);
  Term args[5] = {a, term_const(ts, sum.width, fa), b, term_const(ts, sum.width, fb),
                  zero};
  if (a.id > b.id)
    args[0] = b, args[2] = a, args[1] = term_const(ts, sum.width, fb),
    args[3] = term_const(ts, sum.width, fa);
  return term_make(ts, TERM_LINEAR, sum.width, 0, args, 5);
}

Term term_add(Terms *ts, Term a, Term b) {
  if (term_width(ts, a) == 1) return term_xor(ts, a, b);
  return combine(ts, a, 1, b, 1);
}

Term term_sub(Terms *ts, Term a, Term b) {
  if (term_width(ts, a) == 1) return term_xor(ts, a, b);
  if (a.id == b.id) return term_const(ts, term_width(ts, a), 0);
  return combine(ts, a, 1, b, word_mask(term_width(ts, a)));
}

Term term_neg(Terms *ts, Term a) {
  if (term_width(ts, a) == 1) return a;
  return combine(ts, a, word_mask(term_width(ts, a)),
                 term_const(ts, term_width(ts, a), 0), 1);
}

static Term scale(Terms *ts, Term a, Word factor) {
  factor &= word_mask(term_width(ts, a));
  if (factor == 0) return term_const(ts, term_width(ts, a), 0);
  if (factor == 1) return a;
  return combine(ts, a, factor, term_const(ts, term_width(ts, a), 0), 1);
}

Term term_mul(Terms *ts, Term a, Term b) {
  Word value;
  unsigned width = term_width(ts, a);
  if (width == 1) return term_and(ts, a, b);
  if (term_value(ts, a, &value)) return scale(ts, b, value);
  if (term_value(ts, b, &value)) return scale(ts, a, value);
  if (a.id > b.id) {
    Term swap = a;
    a = b;
    b = swap;
  }
  return term_make(ts, TERM_MUL, width, 0, (Term[]){a, b}, 2);
}
