/* Loops by induction: the parts of induct.c. Private to symbolic/.
 *
 * A state that reaches a loop's header is replaced by one that stands for every
 * iteration: what the loop changes becomes unknown, except that variables with a constant
 * step are written as start + step * t for one t, and that a set of inequalities holds
 * which was found to be inductive: candidates are assumed, one iteration is executed,
 * what does not hold again at its end is struck out, until all that is left does. Then
 * the iteration is executed once more in earnest, and the paths that leave the loop go
 * on. */
#ifndef BELAY_SYMBOLIC_INDUCT_H
#define BELAY_SYMBOLIC_INDUCT_H

#include "symbolic/exec.h"

typedef Vec(SymState *) StateList;

/* A value that a loop changes: a phi of its header. */
typedef struct LoopVar {
  uint32_t local; /* register */
  unsigned width;
  SymVal start; /* when the loop is entered */
  bool affine;  /* start + step * t */
  Word step;
} LoopVar;

/* Bytes of an object that a loop changes. */
typedef struct LoopObject {
  uint32_t object;
  bool whole;     /* all of it, as an array */
  uint8_t *bytes; /* otherwise: 1 for each byte that changes */
  uint32_t count;
} LoopObject;

typedef enum CandidateKind {
  COUNT_ULE, /* so few iterations were made */
  VAR_SLE,
  VAR_SGE,
  VAR_ULE,
  VAR_UGE,
  BYTE_ZERO,
} CandidateKind;

typedef struct Candidate {
  CandidateKind kind;
  uint32_t var; /* index into vars; BYTE_ZERO: object */
  Term bound;   /* BYTE_ZERO: index of the byte */
  bool dropped;
} Candidate;

typedef struct LoopView {
  Exec *x;
  SymState *entry; /* at the header, for the first time */
  Fn fn;
  uint32_t loop;      /* in the function's Loops */
  uint32_t depth;     /* of the frame */
  uint32_t first_var; /* variables of terms with lower numbers were there on entry */
  Vec(LoopVar) vars;
  Vec(LoopObject) objects;
  Vec(Candidate) candidates;
  Term count; /* of iterations before the state that is looked at now */
} LoopView;

/* ---- havoc.c ---- */
/* The register as a variable of the loop; NULL: it is none, as far as is known. */
const LoopVar *havoc_var(const LoopView *v, uint32_t local);
/* Takes into the view what differs between the entry (or the generalised state) and the
 * state at the end of an iteration; false when the loop does something that cannot be
 * generalised. *grew: something was added. */
bool havoc_learn(LoopView *v, const SymState *from, const SymState *back, bool *grew);
/* Whether what is an array at the end of an iteration was one on entry; if not, it is
 * now, and the iteration is to be tried again. */
bool havoc_same_form(LoopView *v, const SymState *back);
/* A state that stands for any iteration, candidates assumed. */
SymState *havoc_state(LoopView *v);
/* Bits of the number of iterations. */
unsigned havoc_count_width(const LoopView *v);
/* The same without the candidates. */
SymState *havoc_values(LoopView *v);

/* ---- candidates.c ---- */
/* Inequalities that hold on entry. `sample`: the end of a first iteration. */
void candidates_collect(LoopView *v, const SymState *sample);
void candidates_assume(LoopView *v, SymState *s);
/* Leaves out those that follow from the others: what is known stays the same, with fewer
 * constraints to carry along. */
void candidates_thin_out(LoopView *v);
Term candidate_term(LoopView *v, const Candidate *c, SymState *s);
/* Drops those that the state does not imply; whether there were any. */
bool candidates_strike_out(LoopView *v, SymState *s);

#endif
