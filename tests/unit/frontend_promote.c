/* One round of promotion: what comes into SSA form, and that no error is lost by it. */
#include "frontend_fixture.h"

static void promotes_plain_locals(void **state) {
  char *text =
    lower(*state, "int f(int n) { int s = 0; while (n) s += n--; return s; }", "f");
  assert_has_not(text, "alloca");
  assert_has_not(text, "load");
  assert_int_equal(count_of(text, " phi "), 2);
}

static void keeps_locals_whose_address_is_taken(void **state) {
  char *text =
    lower(*state, "int g(int *); int f(void) { int x = 1; return g(&x); }", "f");
  assert_has(text, "alloca 4");
  assert_has(text, "scope.begin %x");
  assert_has(text, "store i32 1, %x");
  assert_has(text, "scope.end %x");
}

/* Promoting p makes i look promotable; a second round would remove the stale store. */
static void keeps_use_after_scope(void **state) {
  char *text =
    lower(*state, "void f(void) { int *p; { int i = 0; p = &i; } *p = 1; }", "f");
  const char *end = strstr(text, "scope.end");
  assert_non_null(end);
  assert_has(end, "store i32 1, %i");
}

/* LLVM would take the only value ever stored. */
static void keeps_uninitialised_paths(void **state) {
  char *text =
    lower(*state, "int g; int f(int c) { int *p; if (c) p = &g; return *p; }", "f");
  assert_has(text, "phi ptr [undef,");
  assert_has(text, "@g,");
}

static void keeps_uninitialised_numbers(void **state) {
  char *text = lower(*state, "int f(int c) { int x; if (c) x = 3; return x; }", "f");
  assert_has(text, "phi i32 [undef,");
}

/* Each turn of the loop has a new, indeterminate p. */
static void starts_each_turn_indeterminate(void **state) {
  char *text =
    lower(*state,
          "int g; void f(int n) {"
          "  for (int i = 0; i < n; i++) { int *p; if (i == 0) p = &g; *p = i; } }",
          "f");
  assert_int_equal(count_of(text, " phi ptr "), 1);
  assert_has(text, "phi ptr [undef,");
}

static void keeps_volatile_locals(void **state) {
  char *text = lower(*state, "int f(void) { volatile int x = 1; return x; }", "f");
  assert_has(text, "store i32 1, %x.0 volatile");
  assert_has(text, "load i32 %x.0 volatile");
}

static void reads_of_never_written_are_undefined(void **state) {
  char *text = lower(*state, "int f(void) { int x; return x; }", "f");
  assert_has(text, "ret undef");
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test_setup_teardown(promotes_plain_locals, fixture_open, fixture_close),
    cmocka_unit_test_setup_teardown(keeps_locals_whose_address_is_taken, fixture_open,
                                    fixture_close),
    cmocka_unit_test_setup_teardown(keeps_use_after_scope, fixture_open, fixture_close),
    cmocka_unit_test_setup_teardown(keeps_uninitialised_paths, fixture_open,
                                    fixture_close),
    cmocka_unit_test_setup_teardown(keeps_uninitialised_numbers, fixture_open,
                                    fixture_close),
    cmocka_unit_test_setup_teardown(starts_each_turn_indeterminate, fixture_open,
                                    fixture_close),
    cmocka_unit_test_setup_teardown(keeps_volatile_locals, fixture_open, fixture_close),
    cmocka_unit_test_setup_teardown(reads_of_never_written_are_undefined, fixture_open,
                                    fixture_close),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
