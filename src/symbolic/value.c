/* See value.h. */
#include "symbolic/value.h"

SymVal sym_from_term(const Terms *ts, Term t) {
  Word value;
  if (term_value(ts, t, &value) && term_width(ts, t) <= 64)
    return sym_int((uint64_t)value);
  return (SymVal){SYM_TERM, 0, 0, t.id};
}

Term sym_to_term(Terms *ts, SymVal v, unsigned width) {
  if (v.kind == SYM_INT || v.kind == SYM_PTR) return term_const(ts, width, v.bits);
  return sym_term_of(v);
}
