/* Values of symbolic execution. A pointer is an object and an offset, never a number;
 * both integers and offsets are plain numbers while they are known (the common case, kept
 * free of terms for speed) and terms when they are not. Private to symbolic/. */
#ifndef BELAY_SYMBOLIC_VALUE_H
#define BELAY_SYMBOLIC_VALUE_H

#include "ir/ir.h"
#include "solver/solver.h"

typedef enum SymKind {
  SYM_INT,      /* bits: the value, zero above its width */
  SYM_TERM,     /* bits: a term's id */
  SYM_PTR,      /* object + bits */
  SYM_PTR_TERM, /* object + the term with id bits */
} SymKind;

typedef struct SymVal {
  uint8_t kind;    /* SymKind */
  uint8_t undef;   /* made from uninitialised bytes: not an address */
  uint32_t object; /* pointers: id in the state's memory; 0 otherwise */
  uint64_t bits;
} SymVal;

static inline SymVal sym_int(uint64_t bits) { return (SymVal){SYM_INT, 0, 0, bits}; }
static inline SymVal sym_ptr(uint32_t object, uint64_t offset) {
  return (SymVal){SYM_PTR, 0, object, offset};
}
static inline bool sym_is_ptr(SymVal v) { return v.kind >= SYM_PTR; }
static inline bool sym_is_known(SymVal v) { return v.kind == SYM_INT; }
static inline Term sym_term_of(SymVal v) { return (Term){(uint32_t)v.bits}; }

/* A term as a value: a number when it is constant and fits. */
SymVal sym_from_term(const Terms *ts, Term t);
/* The integer (or, of a pointer, the offset) as a term of this width. */
Term sym_to_term(Terms *ts, SymVal v, unsigned width);

#endif
