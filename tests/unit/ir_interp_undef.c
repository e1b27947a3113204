/* Undefined values: any at the first read and the same from then on, bit by bit, copied
 * without harm, and noticed when control or an address depends on them. */
#include "ir_interp_fixture.h"

static Choice undef_choice(uint32_t at, uint64_t lo) {
  return (Choice){.at = {at}, .kind = CHOICE_UNINIT, .type = type_int(32), .lo = lo};
}

static void test_reading_gives_a_choice(void **state) {
  (void)state;
  const char *text = MAIN64("  %x = alloca 4 align 4\n"
                            "  %v = load i32 %x\n"
                            "  %w = load i32 %x\n"
                            "  %d = sub i32 %v, %w\n"
                            "  ret %d\n");
  expect_exit(text, 0, 0);
  Arena *arena = arena_new();
  Inputs inputs = {0};
  inputs_add(arena, &inputs, undef_choice(1, 9));
  inputs_add(arena, &inputs, undef_choice(2, 4));
  RunResult r = run_with(text, (RunOptions){.inputs = &inputs});
  assert_int_equal(r.exit_code, 0);
  assert_int_equal(r.choices.choices.len, 1);
  assert_int_equal(r.choices.choices.data[0].kind, CHOICE_UNINIT);
  assert_int_equal(r.choices.choices.data[0].at.id, 1);
  assert_int_equal(r.choices.choices.data[0].lo, 9);
  arena_free(arena);
}

/* Bytes that were not read yet get their own choice, those beside them keep theirs. */
static void test_partly_read(void **state) {
  (void)state;
  const char *text = MAIN64("  %x = alloca 4 align 4\n"
                            "  %b = load i8 %x\n"
                            "  %w = load i32 %x\n"
                            "  ret %w\n");
  Arena *arena = arena_new();
  Inputs inputs = {0};
  inputs_add(arena, &inputs, undef_choice(1, 9));
  inputs_add(arena, &inputs, undef_choice(2, 0x0104));
  expect_exit_with(text, (RunOptions){.inputs = &inputs}, 0x0109, 0);
  arena_free(arena);
}

static void test_a_filling_for_what_nobody_chose(void **state) {
  (void)state;
  const char *text = MAIN64("  %x = alloca 4 align 4\n  store i8 1, %x\n"
                            "  %v = load i32 %x\n  ret %v\n");
  expect_exit_with(text, (RunOptions){.uninit_fill = 0x5a}, 0x5a5a5a01, 0);
  expect_exit_with(MAIN64("  %v = add i32 undef, 0\n  ret %v\n"),
                   (RunOptions){.uninit_fill = 0xff}, -1, 0);
}

/* An i1 is one bit of its byte: the others stay open. */
static void test_bits_are_fixed_one_by_one(void **state) {
  (void)state;
  const char *text = MAIN64("  %x = alloca 1\n"
                            "  %b = load i1 %x\n"
                            "  %w = load i8 %x\n"
                            "  %r = zext i32 %w\n"
                            "  ret %r\n");
  Arena *arena = arena_new();
  Inputs inputs = {0};
  inputs_add(arena, &inputs, undef_choice(1, 1));
  inputs_add(arena, &inputs, undef_choice(2, 0xf0));
  expect_exit_with(text, (RunOptions){.inputs = &inputs}, 0xf1, 0);
  arena_free(arena);
}

static void test_each_undef_operand_is_a_choice(void **state) {
  (void)state;
  Arena *arena = arena_new();
  Inputs inputs = {0};
  inputs_add(arena, &inputs, undef_choice(0, 7));
  inputs_add(arena, &inputs, undef_choice(0, 3));
  RunOptions options = {.inputs = &inputs};
  expect_exit_with(MAIN64("  %d = sub i32 undef, undef\n  ret %d\n"), options, 4, 0);
  arena_free(arena);
}

/* A phi of undef is one value until the phi is evaluated again. */
static void test_phis_of_undef(void **state) {
  (void)state;
  const char *text = MAIN64("  br join\n"
                            "join:\n"
                            "  %u = phi i32 [undef, entry]\n"
                            "  %r = add i32 %u, %u\n"
                            "  ret %r\n");
  Arena *arena = arena_new();
  Inputs inputs = {0};
  inputs_add(arena, &inputs, undef_choice(1, 21));
  expect_exit_with(text, (RunOptions){.inputs = &inputs}, 42, 0);
  arena_free(arena);
}

static void test_copies_are_harmless(void **state) {
  (void)state;
  expect_exit(MAIN64("  %x = alloca 4 align 4\n"
                     "  %y = alloca 4 align 4\n"
                     "  %z = alloca 4 align 4\n"
                     "  %v = load i32 %x\n"
                     "  store i32 %v, %y\n"
                     "  copy %z, %y, 4\n"
                     "  store i32 5, %x\n"
                     "  copy %y, %x, 4\n"
                     "  %w = load i32 %y\n"
                     "  %c = icmp eq i32 %w, 5\n"
                     "  cbr %c, yes, no\n"
                     "yes:\n  ret 0\nno:\n  ret 1\n"),
              0, 0);
}

/* A branch on the i1 %c made by these lines from %u, an undefined i32. */
static void branch_depends(const char *lines, bool depends) {
  char text[1000];
  snprintf(text, sizeof text,
           MAIN64("  %%m = alloca 4 align 4\n"
                  "  %%u = load i32 %%m\n"
                  "%s"
                  "  cbr %%c, yes, no\n"
                  "yes:\n  ret 0\nno:\n  ret 0\n"),
           lines);
  expect_exit(text, 0, depends ? RUN_DEPENDS_UNINIT : 0);
}

static void test_branches_depend(void **state) {
  (void)state;
  branch_depends("  %c = icmp eq i32 %u, 0\n", true);
  branch_depends("  %c = icmp slt i32 %u, 5\n", true);
  branch_depends("  %v = add i32 %u, 5\n  %c = icmp eq i32 %v, 0\n", true);
  branch_depends("  store i32 %u, %m\n  %v = load i32 %m\n  %c = icmp eq i32 %v, 1\n",
                 true);
  branch_depends("  %f = freeze i32 %u\n  %c = icmp eq i32 %f, 1\n", true);
  branch_depends("  %f = uitofp f64 %u\n  %c = fcmp oeq f64 %f, 1.0\n", true);
  branch_depends("  %s = shl i32 1, %u\n  %c = icmp eq i32 %s, 1\n", true);
  branch_depends("  %s = ctpop i32 %u\n  %c = icmp eq i32 %s, 1\n", true);
}

static void test_defined_bits_decide(void **state) {
  (void)state;
  branch_depends("  %v = and i32 %u, 0\n  %c = icmp eq i32 %v, 0\n", false);
  branch_depends("  %v = and i32 %u, 0xff\n  %w = or i32 %v, 0x300\n"
                 "  %x = lshr i32 %w, 8\n  %c = icmp eq i32 %x, 3\n",
                 false);
  branch_depends("  %v = or i32 %u, 1\n  %c = icmp eq i32 %v, 0\n", false);
  branch_depends("  %v = and i32 %u, 15\n  %c = icmp ult i32 %v, 16\n", false);
  branch_depends("  %v = and i32 %u, 15\n  %c = icmp ult i32 %v, 15\n", true);
  branch_depends("  %v = and i32 %u, 15\n  %c = icmp slt i32 -1, %v\n", false);
  branch_depends("  %v = or i32 %u, -1\n  %c = icmp eq i32 %v, -1\n", false);
  branch_depends("  %v = shl i32 %u, 8\n  %w = and i32 %v, 255\n"
                 "  %c = icmp eq i32 %w, 0\n",
                 false);
  branch_depends("  %v = shl i32 %u, 8\n  %w = add i32 %v, 3\n  %x = trunc i8 %w\n"
                 "  %c = icmp eq i8 %x, 3\n",
                 false);
  branch_depends("  %v = trunc i8 %u\n  %w = zext i32 %v\n  %x = lshr i32 %w, 8\n"
                 "  %c = icmp eq i32 %x, 0\n",
                 false);
  branch_depends("  %v = bswap i32 %u\n  %c = icmp eq i32 %v, 0\n", true);
}

/* Two fields of 4 bits in one byte of uninitialised memory, written and read. */
static void test_bit_fields(void **state) {
  (void)state;
  expect_exit(MAIN64("  %x = alloca 1\n"
                     "  %a = load i8 %x\n"
                     "  %b = and i8 %a, 0xf0\n"
                     "  %c = or i8 %b, 5\n"
                     "  store i8 %c, %x\n"
                     "  %d = load i8 %x\n"
                     "  %e = and i8 %d, 15\n"
                     "  %f = icmp eq i8 %e, 5\n"
                     "  cbr %f, low, no\n"
                     "low:\n"
                     "  %g = load i8 %x\n"
                     "  %h = and i8 %g, 0x0f\n"
                     "  %i = or i8 %h, 0x60\n"
                     "  store i8 %i, %x\n"
                     "  %j = load i8 %x\n"
                     "  %k = icmp eq i8 %j, 0x65\n"
                     "  cbr %k, yes, no\n"
                     "yes:\n  ret 0\nno:\n  ret 1\n"),
              0, 0);
}

static void test_partial_reads_keep_what_is_there(void **state) {
  (void)state;
  const char *text = MAIN64("  %x = alloca 4 align 4\n"
                            "  store i16 0x1234, %x\n"
                            "  %v = load i32 %x\n"
                            "  ret %v\n");
  Arena *arena = arena_new();
  Inputs inputs = {0};
  inputs_add(arena, &inputs, undef_choice(2, 0x55667788));
  expect_exit_with(text, (RunOptions){.inputs = &inputs}, 0x55661234, 0);
  arena_free(arena);
}

static void test_decisions_depend(void **state) {
  (void)state;
  unsigned depends = RUN_DEPENDS_UNINIT;
  expect_exit(MAIN64("  %x = select i32 undef, 1, 1\n  ret %x\n"), 1, depends);
  expect_exit(MAIN64("  %x = alloca undef\n  ret 0\n"), 0, depends);
  expect_exit(MAIN64("  %x = alloca 8\n  %p = addr %x + undef * 4\n  store i32 1, %p\n"
                     "  ret 0\n"),
              0, depends);
  expect_exit(MAIN64("  fill null, 1, undef\n  ret 0\n"), 0, depends);
  expect_exit(MAIN64("  switch i32 undef, a [1: b]\na:\n  ret 0\nb:\n  ret 0\n"), 0,
              depends);
  expect_exit(MAIN64("  %x = or i1 undef, true\n  assume %x\n  ret 0\n"), 0, 0);
  RunResult r =
    expect_end(MAIN64("  assume undef\n  ret 0\n"), RUN_INFEASIBLE, "assumption");
  assert_int_equal(r.depends, depends);
  r = expect_end(MAIN64("  %x = udiv i32 1, undef\n  ret 0\n"), RUN_TRAPPED, "zero");
  assert_int_equal(r.depends, depends);
}

static void test_shifts_too_far(void **state) {
  (void)state;
  expect_exit(MAIN64("  %n = add i32 32, 0\n  %x = shl i32 1, %n\n  ret %x\n"), 0, 0);
  expect_exit(
    MAIN64("  %n = add i32 40, 0\n  %x = lshr i32 1, %n\n"
           "  %c = icmp eq i32 %x, 0\n  cbr %c, a, b\na:\n  ret 0\nb:\n  ret 1\n"),
    0, RUN_DEPENDS_UNINIT);
}

static void test_heap_blocks_start_undefined(void **state) {
  (void)state;
  const char *text = "target 64\nentry @main\nfunc @main() -> i32 {\n"
                     "  %%b = alloc 4, 2%s\n  %%v = load i32 %%b\n  free %%b\n"
                     "  %%c = icmp eq i32 %%v, 0\n  cbr %%c, yes, no\n"
                     "yes:\n  ret 0\nno:\n  ret 1\n}\n";
  char program[400];
  snprintf(program, sizeof program, text, "");
  expect_exit(program, 0, RUN_DEPENDS_UNINIT);
  snprintf(program, sizeof program, text, " zero");
  expect_exit(program, 0, 0);
}

static void test_wide_values(void **state) {
  (void)state;
  expect_exit(MAIN64("  %x = alloca 16 align 16\n"
                     "  store i64 3, %x\n"
                     "  %w = load i128 %x\n"
                     "  %low = trunc i64 %w\n"
                     "  %c = icmp eq i64 %low, 3\n"
                     "  cbr %c, next, no\n"
                     "next:\n"
                     "  store i128 %w, %x\n"
                     "  %high = lshr i128 %w, 127\n"
                     "  %d = icmp eq i128 %high, 2\n"
                     "  cbr %d, no, yes\n"
                     "yes:\n  ret 0\nno:\n  ret 1\n"),
              0, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_reading_gives_a_choice),
    cmocka_unit_test(test_partly_read),
    cmocka_unit_test(test_a_filling_for_what_nobody_chose),
    cmocka_unit_test(test_bits_are_fixed_one_by_one),
    cmocka_unit_test(test_each_undef_operand_is_a_choice),
    cmocka_unit_test(test_phis_of_undef),
    cmocka_unit_test(test_copies_are_harmless),
    cmocka_unit_test(test_branches_depend),
    cmocka_unit_test(test_defined_bits_decide),
    cmocka_unit_test(test_bit_fields),
    cmocka_unit_test(test_partial_reads_keep_what_is_there),
    cmocka_unit_test(test_decisions_depend),
    cmocka_unit_test(test_shifts_too_far),
    cmocka_unit_test(test_heap_blocks_start_undefined),
    cmocka_unit_test(test_wide_values),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
