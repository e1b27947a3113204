/* Questions over the integers against the same ones over bit vectors: random conjunctions
 * of random terms, narrow (where everything wraps around) and as wide as a program's,
 * with bytes of an array among them. NO must be NO there; a few facts that loops live on
 * must be found. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "solver/z3_backend.h"
#include "solver/z3_integers.h"

enum { POOL = 24, CONSTRAINTS = 5, ROUNDS = 105 };

static uint64_t random_state = 0x2545f4914f6cdd1du;
static unsigned pick(unsigned n) {
  random_state ^= random_state << 13;
  random_state ^= random_state >> 7;
  random_state ^= random_state << 17;
  return (unsigned)(random_state >> 20) % n;
}

typedef struct Setting {
  Arena *arena;
  Terms *ts;
  unsigned width;
  Term array;
  Term pool[POOL]; /* all of that width */
  unsigned count;
} Setting;

static Term any(const Setting *s) { return s->pool[pick(s->count)]; }

static Term small_number(const Setting *s) {
  static const int numbers[] = {0, 1, 2, 3, 4, 5, 7, 8, 15, 16, -1, -2, -4, 100};
  return term_const(s->ts, s->width, (Word)(__int128)numbers[pick(14)]);
}

static Term comparison(const Setting *s) {
  Term a = any(s), b = pick(3) ? any(s) : small_number(s);
  switch (pick(6)) {
  case 0: return term_eq(s->ts, a, b);
  case 1: return term_ne(s->ts, a, b);
  case 2: return term_ult(s->ts, a, b);
  case 3: return term_ule(s->ts, a, b);
  case 4: return term_slt(s->ts, a, b);
  default: return term_sle(s->ts, a, b);
  }
}

/* Through another width and back. */
static Term resized(const Setting *s, Term a) {
  unsigned w = s->width, wide = w + 1 + pick(w);
  Term b = pick(2) ? term_zext(s->ts, a, wide) : term_sext(s->ts, a, wide);
  if (pick(2)) b = term_add(s->ts, b, term_const(s->ts, wide, (Word)pick(40)));
  unsigned low = pick(wide - w + 1);
  if (pick(2) && w > 2) {
    Term high = term_extract(s->ts, a, w / 2, w - w / 2);
    return term_concat(s->ts, term_extract(s->ts, any(s), 0, w / 2), high);
  }
  return term_extract(s->ts, b, low, w);
}

static Term byte_as_value(const Setting *s) {
  Term byte = term_read(s->ts, s->array, any(s));
  return s->width >= 8 ? term_zext(s->ts, byte, s->width)
                       : term_extract(s->ts, byte, 0, s->width);
}

static Term new_term(Setting *s) {
  Term a = any(s), b = any(s);
  switch (pick(14)) {
  case 0: return term_var(s->ts, s->width);
  case 1:
  case 2: return term_add(s->ts, a, pick(2) ? b : small_number(s));
  case 3: return term_sub(s->ts, a, b);
  case 4: return term_mul(s->ts, a, small_number(s));
  case 5: return term_mul(s->ts, a, b);
  case 6: return term_udiv(s->ts, a, small_number(s));
  case 7: return term_urem(s->ts, a, small_number(s));
  case 8: return term_and(s->ts, a, pick(2) ? small_number(s) : b);
  case 9: return term_lshr(s->ts, a, term_const(s->ts, s->width, pick(4)));
  case 10: return term_ite(s->ts, comparison(s), a, b);
  case 11: return resized(s, a);
  case 12: return byte_as_value(s);
  default: return pick(2) ? term_xor(s->ts, a, b) : term_sdiv(s->ts, a, small_number(s));
  }
}

static void change_array(Setting *s) {
  Term byte =
    s->width >= 8 ? term_extract(s->ts, any(s), 0, 8) : term_const(s->ts, 8, pick(3));
  s->array = term_store(s->ts, s->array, any(s), byte);
}

static Setting setting_new(unsigned width) {
  Setting s = {.arena = arena_new(), .width = width, .count = 2};
  s.ts = terms_new(s.arena);
  s.array = term_array(s.ts, width);
  s.pool[0] = term_var(s.ts, width);
  s.pool[1] = term_var(s.ts, width);
  while (s.count < POOL) {
    if (pick(6) == 0) change_array(&s);
    s.pool[s.count] = new_term(&s);
    s.count++;
  }
  return s;
}

static unsigned decided[3];

static void try_width(unsigned width) {
  Setting s = setting_new(width);
  Z3Backend *vectors = z3_backend_new(s.arena, s.ts);
  Z3Integers *integers = z3_integers_new(s.arena, s.ts);
  Ranges ranges;
  ranges_init(&ranges, s.arena, s.ts);
  Term constraints[CONSTRAINTS];
  for (unsigned k = 0; k < CONSTRAINTS; k++) {
    constraints[k] = comparison(&s);
    if (pick(4) == 0) constraints[k] = term_or(s.ts, constraints[k], comparison(&s));
    Model *model = NULL, *other = NULL;
    Answer answer = ANSWER_UNKNOWN;
    if (!ranges.empty)
      answer =
        z3_integers_check(integers, &ranges, constraints, k + 1, 40000, s.arena, &model);
    decided[answer]++;
    if (answer == ANSWER_NO)
      assert_int_not_equal(
        z3_backend_check(vectors, constraints, k + 1, 100000, s.arena, &other, NULL),
        ANSWER_YES);
    if (pick(3)) ranges_assume(&ranges, constraints[k]);
  }
  z3_integers_free(integers);
  z3_backend_free(vectors);
  arena_free(s.arena);
}

static void no_means_no(void **state) {
  (void)state;
  static const unsigned widths[] = {3, 4, 5, 8, 12, 32, 64};
  for (int round = 0; round < ROUNDS; round++) try_width(widths[round % 7]);
  assert_in_range(decided[ANSWER_NO], ROUNDS / 4, ROUNDS * CONSTRAINTS);
  assert_in_range(decided[ANSWER_YES], ROUNDS / 4, ROUNDS * CONSTRAINTS);
}

/* 0 <= i, i < n, n <= 1000: the four bytes at 4 * i lie below 4 * n. */
static void index_below_size(void **state) {
  (void)state;
  Arena *arena = arena_new();
  Terms *ts = terms_new(arena);
  Z3Integers *z = z3_integers_new(arena, ts);
  Ranges ranges;
  ranges_init(&ranges, arena, ts);
  Term i = term_var(ts, 32), n = term_var(ts, 32), four = term_const(ts, 32, 4);
  Term room = term_sub(ts, term_mul(ts, n, four), four);
  Term constraints[] = {term_sle(ts, term_const(ts, 32, 0), i), term_slt(ts, i, n),
                        term_sle(ts, n, term_const(ts, 32, 1000)),
                        term_ult(ts, room, term_mul(ts, i, four))};
  for (int k = 0; k < 3; k++) ranges_assume(&ranges, constraints[k]);
  Model *model = NULL;
  assert_int_equal(z3_integers_check(z, &ranges, constraints, 4, 40000, arena, &model),
                   ANSWER_NO);
  constraints[3] = term_ule(ts, room, term_mul(ts, i, four)); /* just at the end */
  assert_int_equal(z3_integers_check(z, &ranges, constraints, 4, 40000, arena, &model),
                   ANSWER_YES);
  z3_integers_free(z);
  arena_free(arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(no_means_no),
    cmocka_unit_test(index_below_size),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
