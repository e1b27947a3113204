/* Arenas: alignment, growth in place and by copying, reset, large chunks, formatting. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/arena.h"

static void allocations_are_aligned_and_apart(void **state) {
  Arena *arena = *state;
  unsigned char *last = NULL;
  for (size_t size = 0; size < 100; size++) {
    unsigned char *p = arena_alloc(arena, size);
    assert_int_equal((uintptr_t)p % 16, 0);
    assert_ptr_not_equal(p, last);
    memset(p, (int)size, size);
    if (size > 1) assert_int_equal(last[size - 2], size - 1);
    last = p;
  }
}

static void zalloc_clears_used_memory(void **state) {
  Arena *arena = *state;
  memset(arena_alloc(arena, 2000), 0xff, 2000);
  arena_reset(arena);
  unsigned char *p = arena_zalloc(arena, 2000);
  for (int i = 0; i < 2000; i++) assert_int_equal(p[i], 0);
}

static void grows_in_place_when_newest(void **state) {
  Arena *arena = *state;
  char *p = arena_alloc(arena, 10);
  memcpy(p, "123456789", 10);
  assert_ptr_equal(arena_grow(arena, p, 10, 100), p);
  assert_string_equal(p, "123456789");
  char *after = arena_alloc(arena, 16);
  assert_true(after >= p + 100);
}

static void grows_by_copying_when_not_newest(void **state) {
  Arena *arena = *state;
  char *p = arena_alloc(arena, 10);
  memcpy(p, "123456789", 10);
  arena_alloc(arena, 1);
  char *q = arena_grow(arena, p, 10, 100);
  assert_ptr_not_equal(p, q);
  assert_string_equal(q, "123456789");
}

static void grows_from_nothing_and_past_the_chunk(void **state) {
  Arena *arena = *state;
  size_t size = 16;
  char *p = arena_grow(arena, NULL, 0, size);
  p[0] = 'x';
  for (; size < (1 << 20); size *= 2) p = arena_grow(arena, p, size, size * 2);
  p[size - 1] = 'y';
  assert_int_equal(p[0], 'x');
}

static void large_allocations_have_room(void **state) {
  Arena *arena = *state;
  for (int i = 0; i < 4; i++) {
    size_t size = (size_t)1 << 22;
    memset(arena_alloc(arena, size), i, size);
  }
  assert_int_equal(arena_used(arena), (size_t)4 << 22);
}

static void reset_forgets(void **state) {
  Arena *arena = *state;
  for (int i = 0; i < 1000; i++) arena_alloc(arena, 100);
  assert_true(arena_used(arena) >= 100000);
  arena_reset(arena);
  assert_int_equal(arena_used(arena), 0);
  assert_non_null(arena_alloc(arena, 1));
}

static void texts(void **state) {
  Arena *arena = *state;
  assert_string_equal(arena_strdup(arena, "abc"), "abc");
  assert_string_equal(arena_strndup(arena, "abcdef", 4), "abcd");
  assert_string_equal(arena_strndup(arena, "x", 0), "");
  assert_string_equal(arena_printf(arena, "%s-%d", "a", 7), "a-7");
  char *wide = arena_printf(arena, "%5000d", 1);
  assert_int_equal(strlen(wide), 5000);
}

static int make(void **state) { return *state = arena_new(), 0; }
static int destroy(void **state) { return arena_free(*state), 0; }

int main(void) {
#define CASE(f) cmocka_unit_test_setup_teardown(f, make, destroy)
  const struct CMUnitTest tests[] = {
    CASE(allocations_are_aligned_and_apart),
    CASE(zalloc_clears_used_memory),
    CASE(grows_in_place_when_newest),
    CASE(grows_by_copying_when_not_newest),
    CASE(grows_from_nothing_and_past_the_chunk),
    CASE(large_allocations_have_room),
    CASE(reset_forgets),
    CASE(texts),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
