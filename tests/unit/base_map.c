/* Maps: finding, insertion order, growth, keys that collide, hashes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/map.h"

static void empty_map_has_nothing(void **state) {
  Map map = {0};
  assert_null(map_find(&map, 0));
  assert_false(map_has(&map, 7));
  assert_int_equal(map_get(&map, 7, 99), 99);
  map_clear(&map);
}

static void set_and_get(void **state) {
  Arena *arena = *state;
  Map map = {0};
  map_set(arena, &map, 0, 5);
  map_set(arena, &map, UINT64_MAX, 6);
  map_set(arena, &map, 0, 7);
  assert_int_equal(map.count, 2);
  assert_int_equal(map_get(&map, 0, 0), 7);
  assert_int_equal(map_get(&map, UINT64_MAX, 0), 6);
  assert_false(map_has(&map, 1));
}

static void at_makes_zero(void **state) {
  Arena *arena = *state;
  Map map = {0};
  assert_int_equal(*map_at(arena, &map, 3), 0);
  ++*map_at(arena, &map, 3);
  ++*map_at(arena, &map, 3);
  assert_int_equal(map_get(&map, 3, 0), 2);
  assert_true(map_has(&map, 3));
}

/* Strides that a poor hash would send to the same slots. */
static void many_keys_in_insertion_order(void **state) {
  Arena *arena = *state;
  static const uint64_t strides[] = {1, 16, 4096, (uint64_t)1 << 32, (uint64_t)1 << 48};
  for (size_t s = 0; s < sizeof strides / sizeof *strides; s++) {
    Map map = {0};
    for (uint64_t i = 0; i < 20000; i++) map_set(arena, &map, i * strides[s], ~i);
    assert_int_equal(map.count, 20000);
    for (uint64_t i = 0; i < 20000; i++) {
      assert_int_equal(map.entries[i].key, i * strides[s]);
      assert_int_equal(map_get(&map, i * strides[s], 0), ~i);
    }
  }
}

static void clear_and_use_again(void **state) {
  Arena *arena = *state;
  Map map = {0};
  for (uint64_t i = 0; i < 100; i++) map_set(arena, &map, i, i);
  map_clear(&map);
  assert_int_equal(map.count, 0);
  assert_false(map_has(&map, 5));
  map_set(arena, &map, 5, 1);
  assert_int_equal(map_get(&map, 5, 0), 1);
  assert_false(map_has(&map, 6));
}

static void hashes_differ(void **state) {
  Arena *arena = *state;
  Map seen = {0};
  char text[64] = {0};
  for (uint32_t length = 0; length < sizeof text; length++)
    assert_int_equal((*map_at(arena, &seen, hash_bytes(text, length)))++, 0);
  for (uint32_t i = 0; i < sizeof text; i++) {
    text[i] = 1;
    assert_int_equal((*map_at(arena, &seen, hash_bytes(text, sizeof text)))++, 0);
    text[i] = 0;
  }
  assert_true(hash_combine(1, 2) != hash_combine(2, 1));
}

static int make(void **state) { return *state = arena_new(), 0; }
static int destroy(void **state) { return arena_free(*state), 0; }

int main(void) {
#define CASE(f) cmocka_unit_test_setup_teardown(f, make, destroy)
  const struct CMUnitTest tests[] = {
    CASE(empty_map_has_nothing),        CASE(set_and_get),         CASE(at_makes_zero),
    CASE(many_keys_in_insertion_order), CASE(clear_and_use_again), CASE(hashes_differ),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
