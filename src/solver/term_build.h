/* Private to solver/: making nodes without simplification, and the pieces of the
 * simplifier. */
#ifndef BELAY_SOLVER_TERM_BUILD_H
#define BELAY_SOLVER_TERM_BUILD_H

#include "solver/term.h"

Term term_make(Terms *ts, TermOp op, unsigned width, uint32_t aux, const Term *args,
               unsigned arg_count);
/* Fills in zeros, ones, low and high of a new node. */
void term_compute_facts(const Terms *ts, TermNode *node, const Term *args);
/* A constant result for constant operands of a binary operation (not EQ.. of arrays). */
Word term_fold(TermOp op, unsigned width, Word a, Word b);
int64_t word_sign_hint(unsigned width, Word value);
static inline bool word_negative(unsigned width, Word value) {
  return value >> (width - 1) & 1;
}
/* Signed order as unsigned order: flips the sign bit. */
static inline Word word_flip(unsigned width, Word value) {
  return value ^ ((Word)1 << (width - 1));
}
static inline Word word_sext(unsigned from, unsigned to, Word value) {
  return word_negative(from, value) ? (value | (word_mask(to) & ~word_mask(from)))
                                    : value;
}

#endif
