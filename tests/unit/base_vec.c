/* Vectors: push, pop, resize, and text. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/vec.h"

typedef struct Pair {
  int a;
  char b;
} Pair;

static void push_keeps_order(void **state) {
  Arena *arena = *state;
  Vec(uint64_t) v = {0};
  for (uint64_t i = 0; i < 100000; i++) vec_push(arena, &v, i * i);
  assert_int_equal(v.len, 100000);
  assert_true(v.cap >= v.len);
  for (uint64_t i = 0; i < v.len; i++) assert_int_equal(v.data[i], i * i);
}

static void two_vectors_grow_side_by_side(void **state) {
  Arena *arena = *state;
  VecU32 v = {0}, w = {0};
  for (uint32_t i = 0; i < 1000; i++) {
    vec_push(arena, &v, i);
    vec_push(arena, &w, ~i);
  }
  for (uint32_t i = 0; i < 1000; i++) {
    assert_int_equal(v.data[i], i);
    assert_int_equal(w.data[i], ~i);
  }
}

static void push_takes_compound_literals(void **state) {
  Arena *arena = *state;
  Vec(Pair) v = {0};
  vec_push(arena, &v, (Pair){1, 'x'});
  vec_push(arena, &v, (Pair){2, 'y'});
  assert_int_equal(vec_last(&v).a, 2);
  assert_int_equal(vec_pop(&v).b, 'y');
  assert_int_equal(v.len, 1);
  vec_clear(&v);
  assert_int_equal(v.len, 0);
}

static void resize_fills_with_zero(void **state) {
  Arena *arena = *state;
  VecU32 v = {0};
  for (uint32_t i = 1; i <= 8; i++) vec_push(arena, &v, i);
  vec_resize(arena, &v, 3);
  vec_resize(arena, &v, 50);
  assert_int_equal(v.len, 50);
  for (uint32_t i = 0; i < 50; i++) assert_int_equal(v.data[i], i < 3 ? i + 1 : 0);
}

static void reserve_makes_room(void **state) {
  Arena *arena = *state;
  VecU32 v = {0};
  vec_reserve(arena, &v, 1000);
  uint32_t *data = v.data;
  for (uint32_t i = 0; i < 1000; i++) vec_push(arena, &v, i);
  assert_ptr_equal(v.data, data);
}

static void text_is_terminated(void **state) {
  Arena *arena = *state;
  VecChar out = {0};
  vec_printf(arena, &out, "%d", 12);
  vec_printf(arena, &out, "%s", "");
  vec_printf(arena, &out, "-%s", "abc");
  assert_string_equal(out.data, "12-abc");
  assert_int_equal(out.len, 6);
  for (int i = 0; i < 1000; i++) vec_printf(arena, &out, "%d,", i);
  assert_int_equal(strlen(out.data), out.len);
}

static int make(void **state) { return *state = arena_new(), 0; }
static int destroy(void **state) { return arena_free(*state), 0; }

int main(void) {
#define CASE(f) cmocka_unit_test_setup_teardown(f, make, destroy)
  const struct CMUnitTest tests[] = {
    CASE(push_keeps_order),
    CASE(two_vectors_grow_side_by_side),
    CASE(push_takes_compound_literals),
    CASE(resize_fills_with_zero),
    CASE(reserve_makes_room),
    CASE(text_is_terminated),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
