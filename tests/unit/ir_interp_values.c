/* Integer instructions: results at several widths, and the ones that end a run. */
#include "ir_interp_fixture.h"

/* One instruction, its result as i32. */
static void value_is(const char *type, const char *expression, int value) {
  char text[1000], cast[100];
  const char *as_int = "  %r = add i32 %x, 0\n";
  if (!strcmp(type, "i64") || !strcmp(type, "i128"))
    as_int = "  %r = trunc i32 %x\n";
  else if (strcmp(type, "i32"))
    as_int = "  %r = zext i32 %x\n";
  snprintf(cast, sizeof cast, "%s", as_int);
  snprintf(text, sizeof text, MAIN64("  %%x = %s\n%s  ret %%r\n"), expression, cast);
  expect_exit(text, value, 0);
}

static void test_arithmetic(void **state) {
  (void)state;
  value_is("i32", "add i32 2147483647, 1", INT32_MIN);
  value_is("i8", "add i8 200, 100", 44);
  value_is("i32", "sub i32 3, 5", -2);
  value_is("i16", "sub i16 0, 1", 65535);
  value_is("i32", "mul i32 65536, 65536", 0);
  value_is("i8", "mul i8 15, 17", 255);
  value_is("i32", "udiv i32 -1, 2", INT32_MAX);
  value_is("i32", "sdiv i32 -7, 2", -3);
  value_is("i8", "sdiv i8 -128, 2", 192);
  value_is("i32", "urem i32 -1, 10", 5);
  value_is("i32", "srem i32 -7, 3", -1);
  value_is("i32", "sdiv i32 -7, -1", 7);
  value_is("i32", "srem i32 -7, -1", 0);
}

static void test_wide_arithmetic(void **state) {
  (void)state;
  value_is("i64", "lshr i64 0x8000000000000000, 63", 1);
  value_is("i128", "lshr i128 0x10000000000000000, 60", 16);
  value_is("i128", "add i128 0xffffffffffffffff, 5", 4);
  value_is("i128", "sdiv i128 -10, 3", -3);
  value_is("i128", "udiv i128 0x60000000000000000, 0x20000000000000000", 3);
  value_is("i128", "ashr i128 -16, 2", -4);
  value_is("i64", "trunc i64 i128 0x50000000000000007", 7);
  value_is("i1", "icmp slt i128 -1, 0", 1);
  value_is("i1", "icmp ult i128 -1, 0", 0);
  value_is("i128", "ctlz i128 1", 127);
}

static void test_bits(void **state) {
  (void)state;
  value_is("i32", "and i32 12, 10", 8);
  value_is("i32", "or i32 12, 10", 14);
  value_is("i32", "xor i32 12, 10", 6);
  value_is("i32", "shl i32 1, 31", INT32_MIN);
  value_is("i32", "lshr i32 -8, 1", 0x7ffffffc);
  value_is("i32", "ashr i32 -8, 1", -4);
  value_is("i8", "ashr i8 0x80, 7", 255);
  value_is("i32", "bswap i32 0x01020304", 0x04030201);
  value_is("i16", "bswap i16 0x0102", 0x0201);
  value_is("i8", "bitrev i8 0x13", 0xc8);
  value_is("i32", "ctpop i32 0xf0f0", 8);
  value_is("i32", "ctlz i32 1", 31);
  value_is("i32", "ctlz i32 0", 32);
  value_is("i32", "cttz i32 8", 3);
  value_is("i8", "cttz i8 0", 8);
}

static void test_compare(void **state) {
  (void)state;
  value_is("i1", "icmp eq i32 5, 5", 1);
  value_is("i1", "icmp ne i32 5, 5", 0);
  value_is("i1", "icmp ult i32 -1, 0", 0);
  value_is("i1", "icmp slt i32 -1, 0", 1);
  value_is("i1", "icmp ule i8 0x80, 0x80", 1);
  value_is("i1", "icmp sle i8 0x80, 0x7f", 1);
  value_is("i1", "icmp slt i64 5, -5", 0);
}

static void test_casts(void **state) {
  (void)state;
  value_is("i32", "zext i32 i8 200", 200);
  value_is("i32", "sext i32 i8 200", -56);
  value_is("i8", "trunc i8 i32 0x1234", 0x34);
  value_is("i1", "trunc i1 i32 2", 0);
  value_is("i32", "sext i32 i1 true", -1);
  value_is("i32", "bitcast i32 f32 1.0", 0x3f800000);
  value_is("i32", "select i32 true, 3, 4", 3);
  value_is("i32", "select i32 false, 3, 4", 4);
  value_is("i32", "freeze i32 9", 9);
}

static void test_division_ends_the_run(void **state) {
  (void)state;
  expect_end(MAIN64("  %x = input i32 \"\"\n  %y = sdiv i32 1, %x\n  ret %y\n"),
             RUN_TRAPPED, "division by zero");
  expect_end(MAIN64("  %x = urem i64 1, 0\n  ret 0\n"), RUN_TRAPPED, "division by zero");
  expect_end(MAIN64("  %x = sdiv i32 0x80000000, -1\n  ret %x\n"), RUN_TRAPPED,
             "overflow in division");
  expect_end(MAIN64("  %x = srem i128 0x80000000000000000000000000000000, -1\n  ret 0\n"),
             RUN_TRAPPED, "overflow in division");
}

static void expect_overflow(const char *expression, bool overflows) {
  char text[400];
  snprintf(text, sizeof text, MAIN64("  %%x = %s\n  ret 0\n"), expression);
  RunOptions options = {.check_overflow = true};
  if (overflows) {
    Violation v =
      expect_broken_with(text, options, CHECK_OVERFLOW, CAUSE_SIGNED_OVERFLOW);
    assert_int_equal(v.at.id, fixture_value(run_program, "x").id);
  } else {
    expect_exit_with(text, options, 0, 0);
  }
  expect_exit(text, 0, 0); /* the check is off */
}

static void test_signed_overflow(void **state) {
  (void)state;
  expect_overflow("add i32 2147483647, 1 nsw", true);
  expect_overflow("add i32 2147483646, 1 nsw", false);
  expect_overflow("add i32 2147483647, 1", false);
  expect_overflow("add i8 127, 1 nsw", true);
  expect_overflow("sub i32 -2147483648, 1 nsw", true);
  expect_overflow("sub i64 -9223372036854775808, 1 nsw", true);
  expect_overflow("mul i64 4294967296, 2147483648 nsw", true);
  expect_overflow("mul i64 4294967296, 2147483647 nsw", false);
  expect_overflow("mul i128 0x40000000000000000000000000000000, 2 nsw", true);
  expect_overflow("shl i32 1, 31 nsw", true);
  expect_overflow("shl i32 1, 30 nsw", false);
  expect_overflow("shl i32 -1, 31 nsw", false);
}

/* The one quotient that does not fit is an overflow where those are asked for. */
static void test_overflow_in_division(void **state) {
  (void)state;
  RunOptions options = {.check_overflow = true};
  expect_broken_with(MAIN64("  %x = sdiv i32 0x80000000, -1\n  ret 0\n"), options,
                     CHECK_OVERFLOW, CAUSE_SIGNED_OVERFLOW);
  expect_broken_with(MAIN64("  %x = srem i64 0x8000000000000000, -1\n  ret 0\n"), options,
                     CHECK_OVERFLOW, CAUSE_SIGNED_OVERFLOW);
  expect_exit_with(MAIN64("  %x = udiv i32 0x80000000, -1\n  ret 0\n"), options, 0, 0);
}

static void test_phis_read_before_they_write(void **state) {
  (void)state;
  /* Three rounds of (a, b, c) = (b, c, a) with a counter beside them. */
  expect_exit(MAIN64("  br head\n"
                     "head:\n"
                     "  %a = phi i32 [1, entry], [%b, body]\n"
                     "  %b = phi i32 [20, entry], [%c, body]\n"
                     "  %c = phi i32 [300, entry], [%a, body]\n"
                     "  %old = phi i32 [0, entry], [%n, body]\n"
                     "  %n = phi i32 [0, entry], [%next, body]\n"
                     "  %go = icmp ult i32 %n, 4\n"
                     "  cbr %go, body, done\n"
                     "body:\n"
                     "  %next = add i32 %n, 1\n"
                     "  br head\n"
                     "done:\n"
                     "  %b2 = mul i32 %b, 2\n"
                     "  %s = sub i32 %a, %b2\n"
                     "  %t = mul i32 %old, 10000\n"
                     "  %r = add i32 %s, %t\n"
                     "  ret %r\n"),
              20 - 2 * 300 + 3 * 10000, 0);
}

static void test_wide_phis(void **state) {
  (void)state;
  expect_exit(MAIN64("  br head\n"
                     "head:\n"
                     "  %a = phi i128 [0x10000000000000005, entry], [%b, body]\n"
                     "  %b = phi i128 [0x20000000000000007, entry], [%a, body]\n"
                     "  %n = phi i32 [0, entry], [1, body]\n"
                     "  %go = icmp eq i32 %n, 0\n"
                     "  cbr %go, body, done\n"
                     "body:\n"
                     "  br head\n"
                     "done:\n"
                     "  %h = lshr i128 %a, 64\n"
                     "  %r = trunc i32 %h\n"
                     "  ret %r\n"),
              2, 0);
}

static void test_switch(void **state) {
  (void)state;
  static const struct {
    const char *value;
    int result;
  } cases[] = {{"-1", 1}, {"0", 2}, {"7", 3}, {"1000000", 4}, {"5", 9}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[600];
    snprintf(
      text, sizeof text,
      MAIN64("  %%v = add i32 %s, 0\n"
             "  switch i32 %%v, other [-1: a, 7: c, 0: b, 1000000: d]\n"
             "a:\n  ret 1\nb:\n  ret 2\nc:\n  ret 3\nd:\n  ret 4\nother:\n  ret 9\n"),
      cases[i].value);
    expect_exit(text, cases[i].result, 0);
  }
}

/* Two edges from one switch to the same block carry the same phi operand each. */
static void test_repeated_edges(void **state) {
  (void)state;
  expect_exit(MAIN64("  %v = add i32 2, 0\n"
                     "  switch i32 %v, other [1: join, 2: join]\n"
                     "other:\n  br join\n"
                     "join:\n"
                     "  %r = phi i32 [10, entry], [10, entry], [11, other]\n"
                     "  ret %r\n"),
              10, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_arithmetic),
    cmocka_unit_test(test_wide_arithmetic),
    cmocka_unit_test(test_bits),
    cmocka_unit_test(test_compare),
    cmocka_unit_test(test_casts),
    cmocka_unit_test(test_division_ends_the_run),
    cmocka_unit_test(test_signed_overflow),
    cmocka_unit_test(test_overflow_in_division),
    cmocka_unit_test(test_phis_read_before_they_write),
    cmocka_unit_test(test_wide_phis),
    cmocka_unit_test(test_switch),
    cmocka_unit_test(test_repeated_edges),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
