/* Simplification against evaluation: random terms are built through the simplifying
 * constructors while their values in several models are computed beside them; every term
 * must evaluate to that value and its facts must admit it. The solver is held against
 * brute force over narrow variables. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "solver/solver.h"
#include "solver/term_build.h"

enum { MODELS = 4, POOL = 200, ROUNDS = 60 };

static uint64_t random_state = 88172645463325252u;
static uint64_t next_random(void) {
  random_state ^= random_state << 13;
  random_state ^= random_state >> 7;
  return random_state ^= random_state << 17;
}

typedef struct Sample {
  Term term;
  unsigned width;
  Word values[MODELS];
} Sample;

typedef struct Pool {
  Arena *arena;
  Terms *ts;
  Model *models[MODELS];
  Sample samples[POOL];
  unsigned count;
} Pool;

static const unsigned widths[] = {1, 8, 16, 32, 64, 128, 5, 33};

static Word random_word(unsigned width) {
  static const Word special[] = {0, 1, 2, 3, 4, 7, 8, 255, 256, 0x80, 0x8000};
  if (next_random() % 3) return special[next_random() % 11] & word_mask(width);
  return (((Word)next_random() << 64) | next_random()) & word_mask(width);
}

static Sample *any(Pool *p, unsigned width) {
  for (int tries = 0; tries < 50; tries++) {
    Sample *s = &p->samples[next_random() % p->count];
    if (s->width == width) return s;
  }
  return NULL;
}

static void add(Pool *p, Term t, unsigned width, const Word *values) {
  assert_int_equal(term_width(p->ts, t), width);
  const TermNode *n = term_node(p->ts, t);
  for (int m = 0; m < MODELS; m++) {
    Word v = model_eval(p->models[m], p->ts, t);
    if (v != values[m]) {
      VecChar text = {0};
      term_print(p->ts, t, p->arena, &text);
      fail_msg("term %s: %llx instead of %llx", text.data, (unsigned long long)v,
               (unsigned long long)values[m]);
    }
    n = term_node(p->ts, t);
    assert_true(n->low <= v && v <= n->high);
    assert_true((v & n->zeros) == 0 && (v & n->ones) == n->ones);
  }
  Sample s = {t, width, {0}};
  for (int m = 0; m < MODELS; m++) s.values[m] = values[m];
  if (p->count < POOL)
    p->samples[p->count++] = s;
  else
    p->samples[next_random() % POOL] = s;
}

static void add_leaf(Pool *p) {
  unsigned width = widths[next_random() % 8];
  Word values[MODELS];
  if (next_random() % 2) {
    Word k = random_word(width);
    for (int m = 0; m < MODELS; m++) values[m] = k;
    add(p, term_const(p->ts, width, k), width, values);
    return;
  }
  Term v = term_var(p->ts, width);
  for (int m = 0; m < MODELS; m++) {
    values[m] = random_word(width);
    model_set(p->models[m], p->arena, term_node(p->ts, v)->aux, values[m]);
  }
  add(p, v, width, values);
}

typedef Term (*Binary)(Terms *, Term, Term);
static const struct {
  Binary make;
  TermOp op;
  bool compares;
} binaries[] = {
  {term_mul, TERM_MUL, false},   {term_udiv, TERM_UDIV, false},
  {term_sdiv, TERM_SDIV, false}, {term_urem, TERM_UREM, false},
  {term_srem, TERM_SREM, false}, {term_and, TERM_AND, false},
  {term_or, TERM_OR, false},     {term_xor, TERM_XOR, false},
  {term_shl, TERM_SHL, false},   {term_lshr, TERM_LSHR, false},
  {term_ashr, TERM_ASHR, false}, {term_eq, TERM_EQ, true},
  {term_ult, TERM_ULT, true},    {term_ule, TERM_ULE, true},
  {term_slt, TERM_SLT, true},    {term_sle, TERM_SLE, true},
};

static void add_binary(Pool *p) {
  unsigned which = next_random() % 18;
  Sample *a = &p->samples[next_random() % p->count], *b = any(p, a->width);
  if (!b) return;
  Word values[MODELS];
  if (which >= 16) {
    for (int m = 0; m < MODELS; m++)
      values[m] =
        (which == 16 ? a->values[m] + b->values[m] : a->values[m] - b->values[m]) &
        word_mask(a->width);
    add(p,
        which == 16 ? term_add(p->ts, a->term, b->term)
                    : term_sub(p->ts, a->term, b->term),
        a->width, values);
    return;
  }
  for (int m = 0; m < MODELS; m++)
    values[m] = term_fold(binaries[which].op, a->width, a->values[m], b->values[m]);
  unsigned width = binaries[which].compares ? 1 : a->width;
  add(p, binaries[which].make(p->ts, a->term, b->term), width, values);
}

static void add_resize(Pool *p) {
  Sample *a = &p->samples[next_random() % p->count];
  Word values[MODELS];
  unsigned width = widths[next_random() % 8];
  if (width > a->width) {
    bool sign = next_random() % 2;
    for (int m = 0; m < MODELS; m++)
      values[m] = sign ? word_sext(a->width, width, a->values[m]) : a->values[m];
    add(p, sign ? term_sext(p->ts, a->term, width) : term_zext(p->ts, a->term, width),
        width, values);
  } else {
    unsigned low = next_random() % (a->width - width + 1);
    for (int m = 0; m < MODELS; m++) values[m] = a->values[m] >> low & word_mask(width);
    add(p, term_extract(p->ts, a->term, low, width), width, values);
  }
}

static void add_other(Pool *p) {
  Sample *a = &p->samples[next_random() % p->count], *b, *c;
  Word values[MODELS];
  switch (next_random() % 3) {
  case 0:
    for (int m = 0; m < MODELS; m++) values[m] = ~a->values[m] & word_mask(a->width);
    add(p, term_not(p->ts, a->term), a->width, values);
    return;
  case 1:
    b = &p->samples[next_random() % p->count];
    if (a->width + b->width > 128) return;
    for (int m = 0; m < MODELS; m++) values[m] = a->values[m] << b->width | b->values[m];
    add(p, term_concat(p->ts, a->term, b->term), a->width + b->width, values);
    return;
  default:
    b = any(p, a->width);
    c = any(p, 1);
    if (!b || !c) return;
    for (int m = 0; m < MODELS; m++)
      values[m] = c->values[m] ? a->values[m] : b->values[m];
    add(p, term_ite(p->ts, c->term, a->term, b->term), a->width, values);
  }
}

static void simplifier_keeps_values(void **state) {
  (void)state;
  for (int round = 0; round < ROUNDS; round++) {
    Pool p = {.arena = arena_new()};
    p.ts = terms_new(p.arena);
    for (int m = 0; m < MODELS; m++) p.models[m] = model_new(p.arena);
    for (int i = 0; i < 40; i++) add_leaf(&p);
    for (int i = 0; i < 1500; i++) switch (next_random() % 8) {
      case 0:
      case 1:
      case 2:
      case 3: add_binary(&p); break;
      case 4:
      case 5: add_resize(&p); break;
      case 6: add_other(&p); break;
      default: add_leaf(&p); break;
      }
    arena_free(p.arena);
  }
}

static void arrays_read_what_was_stored(void **state) {
  (void)state;
  Arena *arena = arena_new();
  Terms *ts = terms_new(arena);
  Term zero = term_const(ts, 8, 0), seven = term_const(ts, 8, 7);
  Term array = term_fill(ts, 32, zero), i = term_var(ts, 32), j = term_var(ts, 32);
  Term one = term_const(ts, 32, 1);
  Term stored = term_store(ts, array, i, seven);
  assert_true(term_eq_id(term_read(ts, stored, i), seven));
  assert_true(term_eq_id(term_read(ts, stored, term_add(ts, i, one)), zero));
  Term at_j = term_read(ts, stored, j);
  Solver *s = solver_new(arena, ts, 0);
  const Path *path = path_add(arena, ts, NULL, term_eq(ts, at_j, seven));
  assert_int_equal(solver_must(s, path, term_eq(ts, i, j)), ANSWER_YES);
  Term unknown = term_array(ts, 32);
  path = path_add(arena, ts, NULL, term_eq(ts, term_read(ts, unknown, j), seven));
  path = path_add(arena, ts, path, term_eq(ts, j, term_const(ts, 32, 5)));
  Model *m = solver_model(s, path);
  assert_non_null(m);
  assert_true(model_eval(m, ts, term_read(ts, unknown, term_const(ts, 32, 5))) == 7);
  solver_free(s);
  arena_free(arena);
}

/* Random conjunctions over two 4-bit variables against all 256 assignments. */
static void solver_agrees_with_brute_force(void **state) {
  (void)state;
  for (int round = 0; round < 120; round++) {
    Arena *arena = arena_new();
    Terms *ts = terms_new(arena);
    Solver *s = solver_new(arena, ts, 0);
    Term x = term_var(ts, 4), y = term_var(ts, 4);
    Term pool[12] = {x, y};
    for (int i = 2; i < 12; i++) {
      Term a = pool[next_random() % (unsigned)i], b = pool[next_random() % (unsigned)i];
      unsigned which = next_random() % 9;
      Binary makes[] = {term_add, term_sub,  term_mul,  term_and, term_or,
                        term_xor, term_udiv, term_urem, term_shl};
      pool[i] = next_random() % 4 ? makes[which](ts, a, b)
                                  : term_const(ts, 4, next_random() % 16);
    }
    const Path *path = NULL;
    bool possible[256];
    for (int v = 0; v < 256; v++) possible[v] = true;
    for (int k = 0; k < 4; k++) {
      Binary compares[] = {term_eq, term_ne, term_ult, term_ule, term_slt, term_sle};
      Term c = compares[next_random() % 6](ts, pool[next_random() % 12],
                                           pool[next_random() % 12]);
      int left = 0;
      for (int v = 0; v < 256; v++) {
        Model *m = model_new(arena);
        model_set(m, arena, term_node(ts, x)->aux, (Word)(v & 15));
        model_set(m, arena, term_node(ts, y)->aux, (Word)(v >> 4));
        left += possible[v] && model_eval(m, ts, c);
      }
      Model *found = NULL;
      Answer answer = solver_may(s, path, c, &found);
      assert_int_equal(answer, left ? ANSWER_YES : ANSWER_NO);
      if (!left) continue;
      assert_true(model_eval(found, ts, c));
      for (const Path *p = path; p; p = p->parent)
        assert_true(model_eval(found, ts, p->term));
      for (int v = 0; v < 256; v++) {
        Model *m = model_new(arena);
        model_set(m, arena, term_node(ts, x)->aux, (Word)(v & 15));
        model_set(m, arena, term_node(ts, y)->aux, (Word)(v >> 4));
        possible[v] = possible[v] && model_eval(m, ts, c);
      }
      path = path_add(arena, ts, path, c);
    }
    solver_free(s);
    arena_free(arena);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(simplifier_keeps_values),
    cmocka_unit_test(arrays_read_what_was_stored),
    cmocka_unit_test(solver_agrees_with_brute_force),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
