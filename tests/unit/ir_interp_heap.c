/* The heap: alloc, realloc, free and their misuse. */
#include "ir_interp_fixture.h"

static void test_use_after_free(void **state) {
  (void)state;
  Violation v =
    expect_broken("target 64\nentry @main\n"
                  "func @make() -> ptr {\n  %block = alloc 8\n  ret %block\n}\n"
                  "func @end(ptr %p) {\n  free %p\n  ret\n}\n"
                  "func @main() -> i32 {\n"
                  "  %p = call ptr @make()\n"
                  "  store i32 1, %p\n"
                  "  call void @end(%p)\n"
                  "  %q = addr %p + 4\n"
                  "  %v = load i32 %q\n"
                  "  ret %v\n}\n",
                  CHECK_READ, CAUSE_AFTER_FREE);
  assert_int_equal(v.object.kind, OBJECT_HEAP);
  assert_int_equal(v.object.size, 8);
  assert_int_equal(v.offset, 4);
  assert_int_equal(v.object.made_at.id, fixture_value(run_program, "block").id);
  assert_int_equal(v.object.ended_at.id, fixture_op(run_program, OP_FREE, 0).id);
  assert_int_equal(v.object.made_stack.len, 2);
  assert_int_equal(v.object.made_stack.data[0].at.id,
                   fixture_op(run_program, OP_CALL, 0).id);
  assert_int_equal(v.object.made_stack.data[1].at.id, v.object.made_at.id);
  assert_int_equal(v.object.ended_stack.len, 2);
  assert_int_equal(v.object.ended_stack.data[0].at.id,
                   fixture_op(run_program, OP_CALL, 1).id);
}

static void test_write_after_free(void **state) {
  (void)state;
  expect_broken(MAIN32("  %p = alloc 8\n  free %p\n  store i8 1, %p\n  ret 0\n"),
                CHECK_WRITE, CAUSE_AFTER_FREE);
  /* a new block of the same size is another object */
  expect_broken(MAIN32("  %p = alloc 8\n  free %p\n  %q = alloc 8\n  store i8 1, %p\n"
                       "  ret 0\n"),
                CHECK_WRITE, CAUSE_AFTER_FREE);
}

static void test_bad_frees(void **state) {
  (void)state;
  expect_exit(MAIN64("  free null\n  ret 0\n"), 0, 0);
  expect_broken(MAIN64("  %p = alloc 8\n  free %p\n  free %p\n  ret 0\n"), CHECK_FREE,
                CAUSE_DOUBLE_FREE);
  expect_broken(MAIN64("  %p = alloc 8\n  %q = addr %p + 4\n  free %q\n  ret 0\n"),
                CHECK_FREE, CAUSE_FREE_INSIDE);
  expect_broken(MAIN64("  %p = alloc 8\n  %q = addr %p + 8\n  free %q\n  ret 0\n"),
                CHECK_FREE, CAUSE_FREE_INSIDE);
  expect_broken(MAIN64("  %p = alloca 8\n  free %p\n  ret 0\n"), CHECK_FREE,
                CAUSE_FREE_NOT_HEAP);
  expect_broken("target 64\nentry @main\nglobal @g 8\n"
                "func @main() -> i32 {\n  free @g\n  ret 0\n}\n",
                CHECK_FREE, CAUSE_FREE_NOT_HEAP);
  expect_broken(MAIN64("  free @main\n  ret 0\n"), CHECK_FREE, CAUSE_FREE_NOT_HEAP);
  expect_broken(MAIN64("  %p = alloc 8 static\n  free %p\n  ret 0\n"), CHECK_FREE,
                CAUSE_FREE_NOT_HEAP);
  expect_broken(MAIN64("  free undef\n  ret 0\n"), CHECK_FREE, CAUSE_UNINITIALISED);
  expect_broken(MAIN64("  %p = inttoptr 99999999\n  free %p\n  ret 0\n"), CHECK_FREE,
                CAUSE_FREE_NOT_HEAP);
}

static void test_empty_blocks(void **state) {
  (void)state;
  expect_exit(
    MAIN64("  %p = alloc 0\n  %q = alloc 0\n  %c = icmp eq ptr %p, %q\n"
           "  free %p\n  free %q\n  %n = icmp eq ptr %p, null\n"
           "  %b = or i1 %c, %n\n  cbr %b, no, yes\nyes:\n  ret 0\nno:\n  ret 1\n"),
    0, 0);
  expect_broken(MAIN64("  %p = alloc 0\n  %v = load i8 %p\n  ret 0\n"), CHECK_READ,
                CAUSE_READ_PAST);
}

static void test_sizes(void **state) {
  (void)state;
  expect_exit(MAIN64("  %p = alloc 4, 10\n  %n = objsize i32 %p\n  free %p\n  ret %n\n"),
              40, 0);
  /* the product does not fit: null, as calloc */
  expect_exit(MAIN64("  %p = alloc 0x8000000000000000, 2\n  %c = icmp eq ptr %p, null\n"
                     "  %r = zext i32 %c\n  ret %r\n"),
              1, 0);
  expect_exit(MAIN32("  %p = alloc 0x10000, 0x10000\n  %c = icmp eq ptr %p, null\n"
                     "  %r = zext i32 %c\n  ret %r\n"),
              1, 0);
}

static void test_large_blocks_are_cheap(void **state) {
  (void)state;
  expect_exit(MAIN64("  %p = alloc 0x40000000\n"
                     "  %q = addr %p + 0x3ffffffc\n"
                     "  store i32 7, %q\n"
                     "  %r = load i32 %q\n"
                     "  free %p\n  ret %r\n"),
              7, 0);
  expect_end(MAIN64("  %p = alloc 0x7fffffffffffffff\n  ret 0\n"), RUN_LIMIT,
             "allocation of 9223372036854775807 bytes");
  expect_end(MAIN32("  %p = alloc 0x80000000\n  ret 0\n"), RUN_LIMIT, "2147483648 bytes");
  RunResult r = run_with(MAIN64("  %p = alloc 1000\n  %q = alloc 1000\n  ret 0\n"),
                         (RunOptions){.max_memory = 1500});
  assert_int_equal(r.end, RUN_LIMIT);
}

static void test_address_space_of_32_bits_ends(void **state) {
  (void)state;
  expect_end(MAIN32("  br loop\nloop:\n  %p = alloc 0x10000000\n  free %p\n  br loop\n"),
             RUN_LIMIT, "address space");
}

static void test_realloc_as_in_c17(void **state) {
  (void)state;
  expect_exit(MAIN64("  %p = realloc null, 4\n"
                     "  store i32 11, %p\n"
                     "  %q = realloc %p, 100\n"
                     "  %v = load i32 %q\n"
                     "  %n = objsize i32 %q\n"
                     "  free %q\n"
                     "  %r = add i32 %v, %n\n"
                     "  ret %r\n"),
              111, 0);
  expect_exit(MAIN64("  %p = alloc 8\n  %q = realloc %p, 0\n  %c = icmp eq ptr %q, null\n"
                     "  %r = zext i32 %c\n  ret %r\n"),
              1, 0);
  expect_broken(MAIN64("  %p = alloc 8\n  %q = realloc %p, 0\n  free %p\n  ret 0\n"),
                CHECK_FREE, CAUSE_DOUBLE_FREE);
  expect_broken(
    MAIN64("  %p = alloc 8\n  %q = realloc %p, 16\n  store i8 1, %p\n  ret 0\n"),
    CHECK_WRITE, CAUSE_AFTER_FREE);
  expect_broken(MAIN64("  %p = alloc 8\n  free %p\n  %q = realloc %p, 16\n  ret 0\n"),
                CHECK_FREE, CAUSE_DOUBLE_FREE);
  expect_broken(MAIN64("  %p = alloca 8\n  %q = realloc %p, 16\n  ret 0\n"), CHECK_FREE,
                CAUSE_FREE_NOT_HEAP);
}

static void test_realloc_moves_everything(void **state) {
  (void)state;
  /* a pointer, an undefined word; what is new is undefined too */
  expect_exit(MAIN64("  %x = alloca 4\n"
                     "  store i32 5, %x\n"
                     "  %p = alloc 16\n"
                     "  store ptr %x, %p\n"
                     "  %q = realloc %p, 24\n"
                     "  %y = load ptr %q\n"
                     "  %v = load i32 %y\n"
                     "  %f = addr %q + 16\n"
                     "  %u = load i32 %f\n"
                     "  free %q\n"
                     "  %c = icmp eq i32 %u, 0\n"
                     "  cbr %c, yes, no\nyes:\n  ret %v\nno:\n  ret 1\n"),
              5, RUN_DEPENDS_UNINIT);
  expect_broken(MAIN64("  %p = alloc 16\n  %q = realloc %p, 4\n  %e = addr %q + 4\n"
                       "  store i8 1, %e\n  ret 0\n"),
                CHECK_WRITE, CAUSE_WRITE_PAST);
}

static void test_allocation_may_fail(void **state) {
  (void)state;
  const char *text = MAIN64("  %p = alloc 8\n  %c = icmp eq ptr %p, null\n  free %p\n"
                            "  %r = zext i32 %c\n  ret %r\n");
  expect_exit(text, 0, 0);
  expect_exit_with(text, (RunOptions){.malloc_may_fail = true}, 0, RUN_DEPENDS_ALLOC);
  Arena *arena = arena_new();
  Inputs inputs = {0};
  Choice fails = {.at = {0}, .kind = CHOICE_ALLOC, .type = type_int(1), .lo = 0};
  inputs_add(arena, &inputs, fails);
  RunOptions options = {.malloc_may_fail = true, .inputs = &inputs};
  expect_exit_with(text, options, 1, RUN_DEPENDS_ALLOC);
  /* a realloc that fails leaves the old block alone */
  fails.at.id = 2;
  Inputs second = {0};
  inputs_add(arena, &second, fails);
  options.inputs = &second;
  expect_exit_with(MAIN64("  %p = alloc 8\n  store i32 3, %p\n  %q = realloc %p, 16\n"
                          "  %v = load i32 %p\n  free %p\n  %c = icmp eq ptr %q, null\n"
                          "  %w = zext i32 %c\n  %r = add i32 %v, %w\n  ret %r\n"),
                   options, 4, RUN_DEPENDS_ALLOC);
  arena_free(arena);
}

static void test_static_blocks(void **state) {
  (void)state;
  expect_exit(MAIN64("  %p = alloc 8 static\n  store i32 1, %p\n  ret 0\n"), 0, 0);
  expect_exit(MAIN64("  %p = alloc 8 static\n  kill %p\n  ret 0\n"), 0, 0);
  expect_broken(MAIN64("  %p = alloc 8 static\n  kill %p\n  store i32 1, %p\n  ret 0\n"),
                CHECK_WRITE, CAUSE_AFTER_FREE);
  expect_broken(MAIN64("  %p = alloc 8 static\n  kill %p\n  kill %p\n  ret 0\n"),
                CHECK_FREE, CAUSE_DOUBLE_FREE);
}

/* Ids of dead blocks are used again, but not while a pointer to one is left. */
static void test_many_dead_blocks(void **state) {
  (void)state;
  expect_broken(MAIN64("  %keep = alloca 8 align 8\n"
                       "  br loop\n"
                       "loop:\n"
                       "  %i = phi i32 [0, entry], [%next, again]\n"
                       "  %p = alloc 8\n"
                       "  free %p\n"
                       "  %next = add i32 %i, 1\n"
                       "  %first = icmp eq i32 %i, 1000\n"
                       "  cbr %first, save, again\n"
                       "save:\n"
                       "  store ptr %p, %keep\n"
                       "  br again\n"
                       "again:\n"
                       "  %go = icmp ult i32 %next, 300000\n"
                       "  cbr %go, loop, done\n"
                       "done:\n"
                       "  %old = load ptr %keep\n"
                       "  %v = load i8 %old\n"
                       "  ret 0\n"),
                CHECK_READ, CAUSE_AFTER_FREE);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_use_after_free),
    cmocka_unit_test(test_write_after_free),
    cmocka_unit_test(test_bad_frees),
    cmocka_unit_test(test_empty_blocks),
    cmocka_unit_test(test_sizes),
    cmocka_unit_test(test_large_blocks_are_cheap),
    cmocka_unit_test(test_address_space_of_32_bits_ends),
    cmocka_unit_test(test_realloc_as_in_c17),
    cmocka_unit_test(test_realloc_moves_everything),
    cmocka_unit_test(test_allocation_may_fail),
    cmocka_unit_test(test_static_blocks),
    cmocka_unit_test(test_many_dead_blocks),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
