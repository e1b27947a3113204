/* What holds of a term's value in every model: known bits and an unsigned range, derived
 * from its operands' when it is made. Both are kept consistent with each other. */
#include "solver/term_build.h"

static unsigned word_bits(Word w) { /* position of the highest one bit, plus one */
  uint64_t high = (uint64_t)(w >> 64), low = (uint64_t)w;
  if (high) return 128 - (unsigned)__builtin_clzll(high);
  return low ? 64 - (unsigned)__builtin_clzll(low) : 0;
}

static unsigned word_trailing_zeros(Word w) {
  uint64_t high = (uint64_t)(w >> 64), low = (uint64_t)w;
  if (low) return (unsigned)__builtin_ctzll(low);
  return high ? 64 + (unsigned)__builtin_ctzll(high) : 128;
}

/* Number of low bits known to be zero. */
static unsigned known_trailing_zeros(const TermNode *n) {
  return word_trailing_zeros(~n->zeros);
}

static void tighten(TermNode *n) {
  Word mask = word_mask(n->width);
  if (n->low < n->ones) n->low = n->ones;
  Word most = mask & ~n->zeros;
  if (n->high > most) n->high = most;
  if (n->low > n->high) { /* cannot be: keep something consistent */
    n->low = 0;
    n->high = mask;
    n->zeros = n->ones = 0;
    return;
  }
  unsigned same = word_bits(n->low ^ n->high); /* bits above agree */
  Word above = mask & ~word_mask(same ? same : 0);
  if (same == 0) above = mask;
  n->ones |= n->low & above;
  n->zeros |= ~n->low & above & mask;
}

static void linear_range(const Terms *ts, TermNode *n, const Term *args) {
  Word mask = word_mask(n->width);
  unsigned trailing = 128;
  Word low = ts->nodes.data[args[n->arg_count - 1].id].value, high = low;
  bool fits = n->width <= 64;
  trailing = word_trailing_zeros(low);
  for (unsigned i = 0; i + 1 < n->arg_count; i += 2) {
    const TermNode *t = term_node(ts, args[i]);
    Word c = term_node(ts, args[i + 1])->value;
    unsigned z = known_trailing_zeros(t) + word_trailing_zeros(c);
    if (z < trailing) trailing = z;
    if (!fits || word_negative(n->width, c) || c > ((Word)1 << 60)) {
      fits = false;
      continue;
    }
    low += c * t->low;
    high += c * t->high;
    if (high >> 126) fits = false;
  }
  if (fits && high <= mask)
    n->low = low, n->high = high;
  else if (fits && (low >> n->width) == (high >> n->width))
    n->low = low & mask, n->high = high & mask;
  if (trailing) n->zeros |= word_mask(trailing > n->width ? n->width : trailing) & mask;
}

static void shift_facts(TermNode *n, const TermNode *a, const TermNode *b) {
  if (b->op != TERM_CONST) {
    if (n->op == TERM_LSHR) n->high = a->high >> (b->low > 127 ? 127 : (unsigned)b->low);
    return;
  }
  if (b->value >= n->width) return;
  unsigned s = (unsigned)b->value;
  Word mask = word_mask(n->width);
  if (n->op == TERM_SHL) {
    n->zeros = ((a->zeros << s) | word_mask(s ? s : 0)) & mask;
    if (!s) n->zeros = a->zeros;
    n->ones = (a->ones << s) & mask;
  } else if (n->op == TERM_LSHR) {
    n->zeros = (a->zeros >> s) | (mask & ~(mask >> s));
    n->ones = a->ones >> s;
    n->low = a->low >> s;
    n->high = a->high >> s;
  }
}

static void compare_facts(TermNode *n, const TermNode *a, const TermNode *b) {
  int known = -1;
  unsigned w = a->width;
  bool a_signed = word_negative(w, a->low) == word_negative(w, a->high);
  bool b_signed = word_negative(w, b->low) == word_negative(w, b->high);
  Word al = word_flip(w, a->low), ah = word_flip(w, a->high);
  Word bl = word_flip(w, b->low), bh = word_flip(w, b->high);
  switch (n->op) {
  case TERM_EQ:
    if (a->high < b->low || b->high < a->low || (a->ones & b->zeros) ||
        (a->zeros & b->ones))
      known = 0;
    break;
  case TERM_ULT: known = a->high < b->low ? 1 : a->low >= b->high ? 0 : -1; break;
  case TERM_ULE: known = a->high <= b->low ? 1 : a->low > b->high ? 0 : -1; break;
  case TERM_SLT:
    if (a_signed && b_signed) known = ah < bl ? 1 : al >= bh ? 0 : -1;
    break;
  case TERM_SLE:
    if (a_signed && b_signed) known = ah <= bl ? 1 : al > bh ? 0 : -1;
    break;
  default: break;
  }
  if (known >= 0) n->low = n->high = (Word)known;
}

static void bitwise_facts(TermNode *n, const TermNode *a, const TermNode *b) {
  if (n->op == TERM_AND) {
    n->zeros = a->zeros | b->zeros;
    n->ones = a->ones & b->ones;
    n->high = a->high < b->high ? a->high : b->high;
  } else if (n->op == TERM_OR) {
    n->zeros = a->zeros & b->zeros;
    n->ones = a->ones | b->ones;
    n->low = a->low > b->low ? a->low : b->low;
  } else {
    n->zeros = (a->zeros & b->zeros) | (a->ones & b->ones);
    n->ones = (a->zeros & b->ones) | (a->ones & b->zeros);
  }
}

static void resize_facts(TermNode *n, const TermNode *a) {
  Word mask = word_mask(n->width), from = word_mask(a->width);
  switch (n->op) {
  case TERM_ZEXT:
    n->zeros = a->zeros | (mask & ~from);
    n->ones = a->ones;
    n->low = a->low;
    n->high = a->high;
    break;
  case TERM_SEXT:
    n->zeros = a->zeros & (from >> 1);
    n->ones = a->ones & (from >> 1);
    if (!word_negative(a->width, a->high))
      n->low = a->low, n->high = a->high;
    else if (word_negative(a->width, a->low))
      n->low = word_sext(a->width, n->width, a->low),
      n->high = word_sext(a->width, n->width, a->high);
    break;
  default: /* EXTRACT */
    n->zeros = (a->zeros >> n->aux) & mask;
    n->ones = (a->ones >> n->aux) & mask;
    if (a->high >> n->aux <= mask) n->low = a->low >> n->aux, n->high = a->high >> n->aux;
    break;
  }
}

static void divide_facts(TermNode *n, const TermNode *a, const TermNode *b) {
  if (n->op == TERM_UDIV && b->low > 0)
    n->low = a->low / b->high, n->high = a->high / b->low;
  if (n->op == TERM_UREM) {
    if (b->low > 0) n->high = b->high - 1;
    if (a->high < n->high) n->high = a->high;
  }
  bool nonnegative =
    !word_negative(n->width, a->high) && !word_negative(n->width, b->high);
  if (n->op == TERM_SREM && nonnegative && b->low > 0)
    n->high = a->high < b->high - 1 ? a->high : b->high - 1;
  if (n->op == TERM_SDIV && nonnegative && b->low > 0)
    n->low = a->low / b->high, n->high = a->high / b->low;
}

void term_compute_facts(const Terms *ts, TermNode *n, const Term *args) {
  n->low = 0;
  n->high = word_mask(n->width);
  n->zeros = n->ones = 0;
  const TermNode *a = n->arg_count > 0 ? term_node(ts, args[0]) : NULL;
  const TermNode *b = n->arg_count > 1 ? term_node(ts, args[1]) : NULL;
  switch ((TermOp)n->op) {
  case TERM_CONST:
    n->low = n->high = n->ones = n->value;
    n->zeros = word_mask(n->width) & ~n->value;
    return;
  case TERM_LINEAR: linear_range(ts, n, args); break;
  case TERM_MUL:
    if (n->width <= 64 && a->high * b->high <= word_mask(n->width))
      n->low = a->low * b->low, n->high = a->high * b->high;
    break;
  case TERM_UDIV:
  case TERM_SDIV:
  case TERM_UREM:
  case TERM_SREM: divide_facts(n, a, b); break;
  case TERM_AND:
  case TERM_OR:
  case TERM_XOR: bitwise_facts(n, a, b); break;
  case TERM_SHL:
  case TERM_LSHR:
  case TERM_ASHR: shift_facts(n, a, b); break;
  case TERM_EQ:
  case TERM_ULT:
  case TERM_ULE:
  case TERM_SLT:
  case TERM_SLE: compare_facts(n, a, b); break;
  case TERM_ITE: {
    const TermNode *c = term_node(ts, args[2]);
    n->zeros = b->zeros & c->zeros;
    n->ones = b->ones & c->ones;
    n->low = b->low < c->low ? b->low : c->low;
    n->high = b->high > c->high ? b->high : c->high;
    break;
  }
  case TERM_ZEXT:
  case TERM_SEXT:
  case TERM_EXTRACT: resize_facts(n, a); break;
  case TERM_CONCAT:
    n->zeros = a->zeros << b->width | b->zeros;
    n->ones = a->ones << b->width | b->ones;
    n->low = a->low << b->width | b->low;
    n->high = a->high << b->width | b->high;
    break;
  case TERM_VAR:
  case TERM_NOT:
  case TERM_READ: break;
  default: return; /* arrays have no range */
  }
  tighten(n);
}
