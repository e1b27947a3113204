/* Interned strings: equal ones share an id, ids are dense, zero bytes count. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "base/intern.h"

static void empty_string_is_zero(void **state) {
  Intern *pool = intern_new(*state);
  assert_int_equal(intern_string(pool, "").id, 0);
  assert_string_equal(intern_text(pool, (Sym){0}), "");
  assert_int_equal(intern_length(pool, (Sym){0}), 0);
}

static void equal_strings_share(void **state) {
  Intern *pool = intern_new(*state);
  char copy[] = "name";
  Sym a = intern_string(pool, "name"), b = intern_string(pool, copy);
  Sym c = intern_bytes(pool, "names", 4), d = intern_string(pool, "names");
  copy[0] = 'g';
  assert_int_equal(a.id, b.id);
  assert_int_equal(a.id, c.id);
  assert_int_not_equal(a.id, d.id);
  assert_string_equal(intern_text(pool, b), "name");
}

static void zero_bytes_count(void **state) {
  Intern *pool = intern_new(*state);
  Sym a = intern_bytes(pool, "a\0b", 3), b = intern_bytes(pool, "a\0c", 3);
  Sym c = intern_string(pool, "a");
  assert_int_not_equal(a.id, b.id);
  assert_int_not_equal(a.id, c.id);
  assert_int_equal(intern_length(pool, a), 3);
  assert_memory_equal(intern_text(pool, a), "a\0b", 4);
}

static void lookup_does_not_add(void **state) {
  Intern *pool = intern_new(*state);
  Sym found = {77};
  assert_false(intern_lookup(pool, "x", &found));
  assert_int_equal(found.id, 77);
  Sym x = intern_string(pool, "x");
  assert_int_equal(x.id, 1);
  assert_true(intern_lookup(pool, "x", &found));
  assert_int_equal(found.id, x.id);
  assert_true(intern_lookup(pool, "x", NULL));
}

static void many(void **state) {
  Intern *pool = intern_new(*state);
  char text[32];
  for (uint32_t i = 0; i < 50000; i++) {
    snprintf(text, sizeof text, "name%u", i);
    assert_int_equal(intern_string(pool, text).id, i + 1);
  }
  for (uint32_t i = 0; i < 50000; i++) {
    snprintf(text, sizeof text, "name%u", i);
    assert_int_equal(intern_string(pool, text).id, i + 1);
    assert_string_equal(intern_text(pool, (Sym){i + 1}), text);
  }
}

static int make(void **state) { return *state = arena_new(), 0; }
static int destroy(void **state) { return arena_free(*state), 0; }

int main(void) {
#define CASE(f) cmocka_unit_test_setup_teardown(f, make, destroy)
  const struct CMUnitTest tests[] = {
    CASE(empty_string_is_zero),
    CASE(equal_strings_share),
    CASE(zero_bytes_count),
    CASE(lookup_does_not_add),
    CASE(many),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
