/* Loads, stores, copies and fills: every way in which an access can be wrong, and the
 * ones next to it that are right. */
#include <stdlib.h>

#include "ir_interp_fixture.h"

static void test_bytes_are_little_endian(void **state) {
  (void)state;
  expect_exit(MAIN64("  %x = alloca 8 align 8\n"
                     "  store i64 0x0102030405060708, %x\n"
                     "  %p = addr %x + 1\n"
                     "  %v = load i16 %p\n"
                     "  %r = zext i32 %v\n"
                     "  ret %r\n"),
              0x0607, 0);
}

static void test_odd_widths(void **state) {
  (void)state;
  expect_exit(MAIN64("  %x = alloca 32 align 16\n"
                     "  fill %x, 0x55, 32\n"
                     "  store i24 0x030201, %x\n"
                     "  %a = load i32 %x\n"
                     "  ret %a\n"),
              0x55030201, 0);
  expect_exit(MAIN64("  %x = alloca 32 align 16\n"
                     "  fill %x, 0x55, 32\n"
                     "  store i1 true, %x\n"
                     "  %a = load i16 %x\n"
                     "  %r = zext i32 %a\n"
                     "  ret %r\n"),
              0x5501, 0);
  expect_exit(MAIN64("  %x = alloca 32 align 16\n"
                     "  store i128 0x10203040506070809000000000000000, %x\n"
                     "  %w = load i128 %x\n"
                     "  %h = lshr i128 %w, 120\n"
                     "  %r = trunc i32 %h\n"
                     "  ret %r\n"),
              0x10, 0);
}

/* An access to four bytes at `offset` of an object of 10 bytes. */
static const char *access_text(bool write, int offset) {
  static char text[400];
  snprintf(text, sizeof text,
           MAIN64("  %%x = alloca 10 align 8\n"
                  "  fill %%x, 7, 10\n"
                  "  %%p = addr %%x %c %d\n"
                  "  %s\n"
                  "  ret 0\n"),
           offset < 0 ? '-' : '+', offset < 0 ? -offset : offset,
           write ? "store i32 0, %p" : "%v = load i32 %p");
  return text;
}

static void test_bounds(void **state) {
  (void)state;
  for (int offset = 0; offset <= 6; offset++) {
    expect_exit(access_text(false, offset), 0, 0);
    expect_exit(access_text(true, offset), 0, 0);
  }
  for (int offset = 7; offset <= 12; offset++) {
    expect_broken(access_text(false, offset), CHECK_READ, CAUSE_READ_PAST);
    expect_broken(access_text(true, offset), CHECK_WRITE, CAUSE_WRITE_PAST);
  }
  for (int offset = -5; offset < 0; offset++) {
    expect_broken(access_text(false, offset), CHECK_READ, CAUSE_READ_BEFORE);
    expect_broken(access_text(true, offset), CHECK_WRITE, CAUSE_WRITE_BEFORE);
  }
}

static void test_violation_says_where(void **state) {
  (void)state;
  Violation v = expect_broken("target 64\nfile 1 \"a.c\"\nentry @main\n"
                              "func @f(ptr %p) {\n"
                              "  %q = addr %p + 40\n"
                              "  store i32 1, %q !5:9\n"
                              "  ret\n"
                              "}\n"
                              "func @main() -> i32 {\n"
                              "  %buffer = alloca 40 align 16 !2:7\n"
                              "  call void @f(%buffer) !10:3\n"
                              "  ret 0\n"
                              "}\n",
                              CHECK_WRITE, CAUSE_WRITE_PAST);
  assert_int_equal(v.at.id, fixture_op(run_program, OP_STORE, 0).id);
  assert_int_equal(v.bytes, 4);
  assert_int_equal(v.offset, 40);
  assert_true(v.has_object);
  assert_int_equal(v.object.kind, OBJECT_STACK);
  assert_int_equal(v.object.size, 40);
  assert_string_equal(ir_text(run_program, v.object.name), "buffer");
  assert_int_equal(v.object.made_at.id, fixture_value(run_program, "buffer").id);
  assert_true(val_none(v.object.ended_at));
  assert_int_equal(v.stack.len, 2);
  assert_int_equal(v.stack.data[0].at.id, fixture_op(run_program, OP_CALL, 0).id);
  assert_int_equal(v.stack.data[1].at.id, v.at.id);
}

static void test_null(void **state) {
  (void)state;
  expect_broken(MAIN64("  %v = load i32 null\n  ret %v\n"), CHECK_READ, CAUSE_NULL);
  expect_broken(MAIN32("  store i32 1, null\n  ret 0\n"), CHECK_WRITE, CAUSE_NULL);
  expect_broken(MAIN64("  %p = addr null + 16\n  %v = load i32 %p\n  ret %v\n"),
                CHECK_READ, CAUSE_NULL);
  expect_broken(MAIN64("  %p = addr null - 16\n  %v = load i32 %p\n  ret %v\n"),
                CHECK_READ, CAUSE_NULL);
}

static void test_wild(void **state) {
  (void)state;
  Violation v = expect_broken(MAIN64("  %p = inttoptr 0x123456789\n"
                                     "  %v = load i32 %p\n"
                                     "  ret %v\n"),
                              CHECK_READ, CAUSE_WILD);
  assert_false(v.has_object);
  assert_int_equal(v.address, 0x123456789);
}

static void test_uninitialised_pointer(void **state) {
  (void)state;
  expect_broken(MAIN64("  %x = alloca 8 align 8\n"
                       "  %p = load ptr %x\n"
                       "  store i32 1, %p\n"
                       "  ret 0\n"),
                CHECK_WRITE, CAUSE_UNINITIALISED);
  expect_broken(MAIN64("  %v = load i8 undef\n  ret 0\n"), CHECK_READ,
                CAUSE_UNINITIALISED);
  expect_broken(MAIN64("  %p = addr undef + 8\n  %v = load i8 %p\n  ret 0\n"), CHECK_READ,
                CAUSE_UNINITIALISED);
}

static void test_read_only(void **state) {
  (void)state;
  const char *program = "target 64\nentry @main\n"
                        "global @text 3 const string = c\"hi\\00\"\n"
                        "global @data 3 = c\"hi\\00\"\n"
                        "func @main() -> i32 {\n"
                        "  %%v = load i8 @%s\n"
                        "  store i8 1, @%s\n"
                        "  ret 0\n"
                        "}\n";
  char text[400];
  snprintf(text, sizeof text, program, "data", "data");
  expect_exit(text, 0, 0);
  snprintf(text, sizeof text, program, "text", "text");
  expect_broken(text, CHECK_WRITE, CAUSE_READ_ONLY);
}

static void test_functions_are_not_data(void **state) {
  (void)state;
  expect_broken(MAIN64("  %v = load i8 @main\n  ret 0\n"), CHECK_READ, CAUSE_FUNCTION);
  expect_broken(MAIN64("  store i8 1, @main\n  ret 0\n"), CHECK_WRITE, CAUSE_FUNCTION);
}

/* ---- copy, move, fill ---- */

static void test_copy(void **state) {
  (void)state;
  expect_exit(MAIN64("  %a = alloca 8 align 8\n"
                     "  %b = alloca 8 align 8\n"
                     "  store i64 0x1122334455667788, %a\n"
                     "  fill %b, 0, 8\n"
                     "  %to = addr %b + 1\n"
                     "  copy %to, %a, 3\n"
                     "  %r = load i32 %b\n"
                     "  ret %r\n"),
              0x66778800, 0);
}

static void test_copy_checks_reads_before_writes(void **state) {
  (void)state;
  expect_broken(MAIN64("  %a = alloca 8\n  copy %a, null, 8\n  ret 0\n"), CHECK_READ,
                CAUSE_NULL);
  expect_broken(MAIN64("  %a = alloca 8\n  copy null, %a, 8\n  ret 0\n"), CHECK_WRITE,
                CAUSE_NULL);
  expect_broken(MAIN64("  copy null, null, 8\n  ret 0\n"), CHECK_READ, CAUSE_NULL);
  expect_broken(MAIN64("  %a = alloca 8\n  %b = alloca 7\n  copy %a, %b, 8\n  ret 0\n"),
                CHECK_READ, CAUSE_READ_PAST);
  expect_broken(MAIN64("  %a = alloca 8\n  %b = alloca 7\n  copy %b, %a, 8\n  ret 0\n"),
                CHECK_WRITE, CAUSE_WRITE_PAST);
  expect_broken(MAIN64("  %a = alloca 8\n  copy %a, %a, -1\n  ret 0\n"), CHECK_READ,
                CAUSE_READ_PAST);
}

static void test_overlap(void **state) {
  (void)state;
  const char *text = MAIN64("  %a = alloca 8\n"
                            "  fill %a, 1, 8\n"
                            "  store i32 0x04030201, %a\n"
                            "  %b = addr %a + 1\n"
                            "  copy %b, %a, 4\n"
                            "  %r = load i32 %a\n"
                            "  ret %r\n");
  expect_broken(text, CHECK_OVERLAP, CAUSE_OVERLAP);
  expect_exit_with(text, (RunOptions){0}, 0x03020101, 0);
  expect_exit(MAIN64("  %a = alloca 8\n  fill %a, 1, 8\n  copy %a, %a, 8\n  ret 0\n"), 0,
              0);
  expect_exit(MAIN64("  %a = alloca 8\n  fill %a, 1, 8\n  %b = addr %a + 4\n"
                     "  copy %b, %a, 4\n  ret 0\n"),
              0, 0);
  expect_exit(MAIN64("  %a = alloca 8\n"
                     "  fill %a, 1, 8\n"
                     "  %b = addr %a + 1\n"
                     "  store i32 0x04030201, %b\n"
                     "  move %a, %b, 4\n"
                     "  %r = load i32 %a\n"
                     "  ret %r\n"),
              0x04030201, 0);
}

static void test_fill(void **state) {
  (void)state;
  expect_exit(
    MAIN64("  %a = alloca 4\n  fill %a, 0xab, 4\n  %r = load i32 %a\n  ret %r\n"),
    (int)0xabababab, 0);
  expect_broken(MAIN64("  %a = alloca 4\n  fill %a, 0, 5\n  ret 0\n"), CHECK_WRITE,
                CAUSE_WRITE_PAST);
}

static void test_no_bytes_are_always_fine(void **state) {
  (void)state;
  expect_exit(MAIN64("  copy null, null, 0\n"
                     "  move undef, null, 0\n"
                     "  fill null, 1, 0\n"
                     "  output 1, null, 0\n"
                     "  ret 0\n"),
              0, 0);
}

static void test_output_reads(void **state) {
  (void)state;
  char *written = NULL;
  size_t size = 0;
  FILE *file = open_memstream(&written, &size);
  const char *text = "target 64\nentry @main\nglobal @t 4 const string = c\"abc\\00\"\n"
                     "func @main() -> i32 {\n"
                     "  output 1, @t, 3\n  output 2, @t, 1\n  output 1, @t, 2\n"
                     "  output 1, @t, 5\n  ret 0\n}\n";
  RunOptions options = {.out = file};
  expect_broken_with(text, options, CHECK_READ, CAUSE_READ_PAST);
  fclose(file);
  assert_string_equal(written, "abcab");
  free(written);
}

/* ---- globals ---- */

static void test_globals_start_with_their_bytes(void **state) {
  (void)state;
  expect_exit("target 64\nentry @main\n"
              "global @zero 8\n"
              "global @n 4 = x\"2a\"\n"
              "global @p 16 align 8 [0: (@n + 1), 8: @f]\n"
              "func @f() -> i32 {\n  ret 100\n}\n"
              "func @main() -> i32 {\n"
              "  %z = load i32 @zero\n"
              "  %p = load ptr @p\n"
              "  %q = addr %p - 1\n"
              "  %n = load i32 %q\n"
              "  %f = load ptr (@p + 8)\n"
              "  %h = call i32 %f()\n"
              "  %s = add i32 %n, %h\n"
              "  %r = add i32 %s, %z\n"
              "  ret %r\n}\n",
              142, 0);
}

static void test_extern_globals_are_unknown(void **state) {
  (void)state;
  const char *text = "target 64\nentry @main\n"
                     "global @g 4 align 4 extern\n"
                     "func @main() -> i32 {\n"
                     "  %v = load i32 @g\n"
                     "  %again = load i32 @g\n"
                     "  %same = icmp eq i32 %v, %again\n"
                     "  cbr %same, yes, no\n"
                     "yes:\n  ret %v\nno:\n  ret -1\n}\n";
  expect_exit(text, 0, RUN_DEPENDS_EXTERN);
  Inputs inputs = {0};
  Arena *arena = arena_new();
  Choice choice = {.at = {0}, .kind = CHOICE_UNINIT, .type = type_int(32), .lo = 77};
  inputs_add(arena, &inputs, choice);
  expect_exit_with(text, (RunOptions){.inputs = &inputs}, 77, RUN_DEPENDS_EXTERN);
  arena_free(arena);
  expect_end("target 64\nentry @main\nglobal @g 0 extern\n"
             "func @main() -> i32 {\n  %v = load i8 @g\n  ret 0\n}\n",
             RUN_UNSUPPORTED, "size is unknown");
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_bytes_are_little_endian),
    cmocka_unit_test(test_odd_widths),
    cmocka_unit_test(test_bounds),
    cmocka_unit_test(test_violation_says_where),
    cmocka_unit_test(test_null),
    cmocka_unit_test(test_wild),
    cmocka_unit_test(test_uninitialised_pointer),
    cmocka_unit_test(test_read_only),
    cmocka_unit_test(test_functions_are_not_data),
    cmocka_unit_test(test_copy),
    cmocka_unit_test(test_copy_checks_reads_before_writes),
    cmocka_unit_test(test_overlap),
    cmocka_unit_test(test_fill),
    cmocka_unit_test(test_no_bytes_are_always_fine),
    cmocka_unit_test(test_output_reads),
    cmocka_unit_test(test_globals_start_with_their_bytes),
    cmocka_unit_test(test_extern_globals_are_unknown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
