/* Bit-vector terms of 1 to 128 bits and arrays of bytes, hash-consed: equal terms have
 * equal ids. Constructors simplify as they build (simplify.c, linear.c) and keep with
 * each term what is known of its value in every model (facts.c): known bits and an
 * unsigned range. Truth values are terms of one bit. */
#ifndef BELAY_SOLVER_TERM_H
#define BELAY_SOLVER_TERM_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/vec.h"

typedef unsigned __int128 Word;

typedef struct Term {
  uint32_t id;
} Term;

#define TERM_NONE ((Term){UINT32_MAX})
static inline bool term_eq_id(Term a, Term b) { return a.id == b.id; }
static inline bool term_is_none(Term a) { return a.id == UINT32_MAX; }

/* TERM_OP(enum name, text) */
#define TERM_OPS(TERM_OP)                                                             \
  TERM_OP(CONST, "const")   /* value */                                               \
  TERM_OP(VAR, "var")       /* aux: number */                                         \
  TERM_OP(LINEAR, "linear") /* t1 c1 t2 c2 .. k: sum of ti * ci, plus k; ti rising */ \
  TERM_OP(MUL, "mul")                                                                 \
  TERM_OP(UDIV, "udiv") /* x / 0 = all ones, as in SMT-LIB */                         \
  TERM_OP(SDIV, "sdiv")                                                               \
  TERM_OP(UREM, "urem") /* x % 0 = x */                                               \
  TERM_OP(SREM, "srem")                                                               \
  TERM_OP(AND, "and")                                                                 \
  TERM_OP(OR, "or")                                                                   \
  TERM_OP(XOR, "xor")                                                                 \
  TERM_OP(NOT, "not") /* of one bit only */                                           \
  TERM_OP(SHL, "shl") /* an amount >= the width gives 0 */                            \
  TERM_OP(LSHR, "lshr")                                                               \
  TERM_OP(ASHR, "ashr")                                                               \
  TERM_OP(EQ, "eq")                                                                   \
  TERM_OP(ULT, "ult")                                                                 \
  TERM_OP(ULE, "ule")                                                                 \
  TERM_OP(SLT, "slt")                                                                 \
  TERM_OP(SLE, "sle")                                                                 \
  TERM_OP(ITE, "ite")                                                                 \
  TERM_OP(ZEXT, "zext")                                                               \
  TERM_OP(SEXT, "sext")                                                               \
  TERM_OP(EXTRACT, "extract") /* aux: lowest bit */                                   \
  TERM_OP(CONCAT, "concat")   /* high, low */                                         \
  TERM_OP(READ, "read")       /* array, index: a byte */                              \
  TERM_OP(ARRAY, "array")     /* aux: number; an array of unknown bytes */            \
  TERM_OP(FILL, "fill")       /* byte: the array that holds it everywhere */          \
  TERM_OP(STORE, "store")     /* array, index, byte */

typedef enum TermOp {
#define TERM_OP(name, text) TERM_##name,
  TERM_OPS(TERM_OP)
#undef TERM_OP
    TERM_OP_COUNT
} TermOp;

typedef struct TermNode {
  uint8_t op;    /* TermOp */
  uint8_t width; /* bits; arrays: bits of the index */
  uint16_t arg_count;
  uint32_t args; /* into Terms.args */
  uint32_t aux;
  uint32_t size;    /* number of nodes below, saturating; a measure of cost */
  Word value;       /* CONST */
  Word zeros, ones; /* bits known to be 0, to be 1 */
  Word low, high;   /* unsigned range, low <= high */
} TermNode;

typedef struct Terms {
  Arena *arena;
  Vec(TermNode) nodes;
  VecU32 args;
  uint32_t *slots; /* hash table: 1 + id */
  uint32_t slot_count;
  uint32_t var_count;     /* numbers given to VAR and ARRAY */
  VecU32 vars;            /* number -> term id */
  Vec(VecU32 *) supports; /* id -> sorted numbers of its variables, NULL until asked */
} Terms;

Terms *terms_new(Arena *arena);
const char *term_op_text(TermOp op);

static inline const TermNode *term_node(const Terms *ts, Term t) {
  return &ts->nodes.data[t.id];
}
static inline unsigned term_width(const Terms *ts, Term t) {
  return term_node(ts, t)->width;
}
static inline Term term_arg(const Terms *ts, Term t, unsigned n) {
  return (Term){ts->args.data[term_node(ts, t)->args + n]};
}
static inline bool term_is_const(const Terms *ts, Term t) {
  return term_node(ts, t)->op == TERM_CONST;
}
static inline bool term_is_array(const Terms *ts, Term t) {
  return term_node(ts, t)->op >= TERM_ARRAY;
}
static inline Word word_mask(unsigned width) {
  return width >= 128 ? ~(Word)0 : (((Word)1 << width) - 1);
}
/* Whether t is a constant; its value. */
bool term_value(const Terms *ts, Term t, Word *value);
bool term_is_true(const Terms *ts, Term t);
bool term_is_false(const Terms *ts, Term t);

Term term_const(Terms *ts, unsigned width, Word value);
Term term_bool(Terms *ts, bool value);
Term term_var(Terms *ts, unsigned width);
Term term_array(Terms *ts, unsigned index_width);
Term term_fill(Terms *ts, unsigned index_width, Term byte);

Term term_add(Terms *ts, Term a, Term b);
Term term_sub(Terms *ts, Term a, Term b);
Term term_neg(Terms *ts, Term a);
Term term_mul(Terms *ts, Term a, Term b);
Term term_udiv(Terms *ts, Term a, Term b);
Term term_sdiv(Terms *ts, Term a, Term b);
Term term_urem(Terms *ts, Term a, Term b);
Term term_srem(Terms *ts, Term a, Term b);
Term term_and(Terms *ts, Term a, Term b);
Term term_or(Terms *ts, Term a, Term b);
Term term_xor(Terms *ts, Term a, Term b);
/* Of any width: bitwise complement. */
Term term_not(Terms *ts, Term a);
Term term_shl(Terms *ts, Term a, Term b);
Term term_lshr(Terms *ts, Term a, Term b);
Term term_ashr(Terms *ts, Term a, Term b);
Term term_eq(Terms *ts, Term a, Term b);
Term term_ne(Terms *ts, Term a, Term b);
Term term_ult(Terms *ts, Term a, Term b);
Term term_ule(Terms *ts, Term a, Term b);
Term term_slt(Terms *ts, Term a, Term b);
Term term_sle(Terms *ts, Term a, Term b);
Term term_ite(Terms *ts, Term c, Term a, Term b);
Term term_zext(Terms *ts, Term a, unsigned width);
Term term_sext(Terms *ts, Term a, unsigned width);
/* Bits low .. low + width - 1. */
Term term_extract(Terms *ts, Term a, unsigned low, unsigned width);
Term term_concat(Terms *ts, Term high, Term low);
Term term_read(Terms *ts, Term array, Term index);
Term term_store(Terms *ts, Term array, Term index, Term byte);

/* Sorted numbers of the variables and arrays that t depends on. */
const VecU32 *term_support(Terms *ts, Term t);
/* For a person: infix, large terms cut short. */
void term_print(const Terms *ts, Term t, Arena *arena, VecChar *out);

/* ---- models ---- */

/* Values of variables by number; absent: 0. An array's value is a map from index. */
typedef struct Model Model;
Model *model_new(Arena *arena);
void model_set(Model *m, Arena *arena, uint32_t var, Word value);
Word model_get(const Model *m, uint32_t var);
void model_set_byte(Model *m, Arena *arena, uint32_t array, Word index, uint8_t byte);
/* Bytes not set read as this. */
void model_set_default(Model *m, Arena *arena, uint32_t array, uint8_t byte);
/* The value of a term that is not an array. Memoises in the model. */
Word model_eval(Model *m, Terms *ts, Term t);
/* A model that has the values of `over` for the given variables, else those of `base`. */
Model *model_overlay(Arena *arena, const Model *base, const Model *over,
                     const VecU32 *vars);

#endif
