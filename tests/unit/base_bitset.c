/* Bit sets, compared with an array of booleans over universes around the word size. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/bitset.h"

enum { MOST = 300 };
static const uint32_t sizes[] = {0, 1, 63, 64, 65, 127, 128, 129, 300};
#define EACH_SIZE(n) for (size_t i_ = 0, n; i_ < 9 && (n = sizes[i_], true); i_++)

static uint32_t next_random(uint32_t *seed) {
  *seed = *seed * 1664525 + 1013904223;
  return *seed >> 8;
}

static Bitset random_set(Arena *arena, uint32_t bits, bool *model, uint32_t *seed) {
  Bitset set = bitset_new(arena, bits);
  for (uint32_t i = 0; i < bits; i++) {
    model[i] = next_random(seed) % 3 == 0;
    if (model[i]) bitset_add(&set, i);
  }
  return set;
}

static void assert_same(const Bitset *set, const bool *model) {
  uint32_t count = 0, next = 0;
  for (uint32_t i = 0; i < set->bits; i++) {
    assert_int_equal(bitset_has(set, i), model[i]);
    count += model[i];
  }
  assert_int_equal(bitset_count(set), count);
  bitset_each(set, i) {
    while (!model[next]) next++;
    assert_int_equal(i, next++);
    count--;
  }
  assert_int_equal(count, 0);
}

static void add_and_remove(void **state) {
  Arena *arena = *state;
  bool model[MOST];
  uint32_t seed = 1;
  EACH_SIZE(bits) {
    Bitset set = random_set(arena, bits, model, &seed);
    assert_same(&set, model);
    for (uint32_t i = 0; i < bits; i += 3) {
      bitset_remove(&set, i);
      model[i] = false;
    }
    assert_same(&set, model);
  }
}

static void fill_and_clear(void **state) {
  Arena *arena = *state;
  EACH_SIZE(bits) {
    Bitset set = bitset_new(arena, bits), other = bitset_new(arena, bits);
    bitset_fill(&set);
    assert_int_equal(bitset_count(&set), bits);
    assert_int_equal(bitset_next(&set, bits), UINT32_MAX);
    for (uint32_t i = 0; i < bits; i++) bitset_add(&other, i);
    assert_true(bitset_equal(&set, &other));
    bitset_clear(&set);
    assert_int_equal(bitset_count(&set), 0);
    assert_int_equal(bitset_next(&set, 0), UINT32_MAX);
  }
}

typedef bool Operation(Bitset *to, const Bitset *from);

static void check_operation(Arena *arena, Operation *apply,
                            bool (*model_of)(bool, bool)) {
  bool a[MOST], b[MOST];
  uint32_t seed = 7;
  EACH_SIZE(bits) {
    Bitset to = random_set(arena, bits, a, &seed);
    Bitset from = random_set(arena, bits, b, &seed);
    bool changes = false;
    for (uint32_t i = 0; i < bits; i++) {
      bool result = model_of(a[i], b[i]);
      changes |= result != a[i];
      a[i] = result;
    }
    assert_int_equal(apply(&to, &from), changes);
    assert_same(&to, a);
    assert_same(&from, b);
    assert_false(apply(&to, &from));
  }
}

static bool model_union(bool a, bool b) { return a || b; }
static bool model_intersect(bool a, bool b) { return a && b; }
static bool model_subtract(bool a, bool b) { return a && !b; }

static void operations(void **state) {
  check_operation(*state, bitset_union, model_union);
  check_operation(*state, bitset_intersect, model_intersect);
  check_operation(*state, bitset_subtract, model_subtract);
}

static void copy_is_equal_and_apart(void **state) {
  Arena *arena = *state;
  bool model[MOST];
  uint32_t seed = 3;
  Bitset set = random_set(arena, MOST, model, &seed), other = bitset_new(arena, MOST);
  bitset_copy(&other, &set);
  assert_true(bitset_equal(&set, &other));
  bitset_add(&other, 299);
  bitset_remove(&set, 299);
  assert_false(bitset_equal(&set, &other));
}

static int make(void **state) { return *state = arena_new(), 0; }
static int destroy(void **state) { return arena_free(*state), 0; }

int main(void) {
#define CASE(f) cmocka_unit_test_setup_teardown(f, make, destroy)
  const struct CMUnitTest tests[] = {
    CASE(add_and_remove),
    CASE(fill_and_clear),
    CASE(operations),
    CASE(copy_is_equal_and_apart),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
