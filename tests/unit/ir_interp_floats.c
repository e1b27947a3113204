/* Floats: the same results as the host's C. */
#include <math.h>

#include "ir_interp_fixture.h"

static uint64_t bits_of(double d) {
  uint64_t bits;
  memcpy(&bits, &d, sizeof bits);
  return bits;
}

/* Lines that make the f64 %x. */
static void double_is(const char *lines, double value) {
  char text[1000];
  uint64_t bits = bits_of(value);
  for (int half = 0; half < 2; half++) {
    snprintf(text, sizeof text,
             MAIN64("%s  %%b = bitcast i64 %%x\n  %%h = lshr i64 %%b, %d\n"
                    "  %%r = trunc i32 %%h\n  ret %%r\n"),
             lines, half * 32);
    expect_exit(text, (int)(int32_t)(bits >> half * 32), 0);
  }
}

static void test_double(void **state) {
  (void)state;
  double_is("  %x = fadd f64 0.1, 0.2\n", 0.1 + 0.2);
  double_is("  %x = fsub f64 1.0, 0.9\n", 1.0 - 0.9);
  double_is("  %x = fmul f64 0.1, 0.1\n", 0.1 * 0.1);
  double_is("  %x = fdiv f64 1.0, 3.0\n", 1.0 / 3.0);
  double_is("  %x = frem f64 10.5, 3.0\n", fmod(10.5, 3.0));
  double_is("  %x = fneg f64 0.0\n", -0.0);
  double_is("  %x = fdiv f64 -1.0, 0.0\n", -INFINITY);
}

static void test_other_widths(void **state) {
  (void)state;
  double_is("  %y = fdiv f32 1.0, 3.0\n  %x = fpcast f64 %y\n", 1.0f / 3.0f);
  double_is("  %y = fmul f32 16777216.0, 3.0\n  %z = fadd f32 %y, 1.0\n"
            "  %x = fpcast f64 %z\n",
            16777216.0f * 3.0f + 1.0f);
  double_is("  %y = fdiv f80 1.0, 3.0\n  %z = fmul f80 %y, 3.0\n  %x = fpcast f64 %z\n",
            (double)(1.0L / 3.0L * 3.0L));
  double_is("  %y = fadd f80 1.0, 0x3fc08000000000000000\n  %z = fsub f80 %y, 1.0\n"
            "  %x = fpcast f64 %z\n",
            (double)((1.0L + 0x1p-63L) - 1.0L));
}

static void test_conversions(void **state) {
  (void)state;
  double_is("  %x = sitofp f64 i32 -5\n", -5.0);
  double_is("  %x = uitofp f64 i32 -5\n", 4294967291.0);
  double_is("  %x = uitofp f64 i64 -1\n", 18446744073709551616.0);
  double_is("  %y = sitofp f32 i64 9007199791611905\n  %x = fpcast f64 %y\n",
            (float)9007199791611905);
  double_is("  %x = sitofp f64 i128 0x10000000000000000\n", 18446744073709551616.0);
  expect_exit(MAIN64("  %x = fptosi i32 f64 -2.9\n  ret %x\n"), -2, 0);
  expect_exit(MAIN64("  %x = fptoui i32 f64 4000000000.5\n  ret %x\n"), (int)4000000000u,
              0);
  expect_exit(MAIN64("  %x = fptosi i8 f32 -128.9\n  %r = sext i32 %x\n  ret %r\n"), -128,
              0);
}

/* What does not fit is what x86 makes of it, and undefined. */
static void test_conversions_that_do_not_fit(void **state) {
  (void)state;
  expect_exit(MAIN64("  %x = fptosi i32 f64 1e10\n  ret %x\n"), INT32_MIN, 0);
  expect_exit(MAIN64("  %x = fptosi i32 f64 1e10\n  %c = icmp eq i32 %x, 0\n"
                     "  cbr %c, a, b\na:\n  ret 0\nb:\n  ret 1\n"),
              1, RUN_DEPENDS_UNINIT);
}

static void compare_is(const char *pred, const char *a, const char *b, bool result) {
  char text[300];
  snprintf(text, sizeof text,
           MAIN64("  %%c = fcmp %s f64 %s, %s\n  %%r = zext i32 %%c\n  ret %%r\n"), pred,
           a, b);
  expect_exit(text, result, 0);
}

static void test_comparisons(void **state) {
  (void)state;
  const char *nan = "0x7ff8000000000000";
  compare_is("oeq", "1.0", "1.0", true);
  compare_is("oeq", "0.0", "-0.0", true);
  compare_is("olt", "1.0", "2.0", true);
  compare_is("ogt", "1.0", "2.0", false);
  compare_is("one", "1.0", "2.0", true);
  compare_is("ord", "1.0", "2.0", true);
  compare_is("uno", "1.0", "2.0", false);
  compare_is("oeq", nan, nan, false);
  compare_is("une", nan, nan, true);
  compare_is("ult", nan, "1.0", true);
  compare_is("ole", nan, "1.0", false);
  compare_is("uno", "1.0", nan, true);
  compare_is("true", "1.0", nan, true);
  compare_is("false", "1.0", "1.0", false);
}

static void test_math(void **state) {
  (void)state;
  double_is("  %x = math f64 \"sqrt\", f64 2.0\n", sqrt(2.0));
  double_is("  %x = math f64 \"pow\", f64 2.5, f64 3.5\n", pow(2.5, 3.5));
  double_is("  %x = math f64 \"fma\", f64 0.1, f64 10.0, f64 -1.0\n",
            fma(0.1, 10.0, -1.0));
  double_is("  %x = math f64 \"ldexp\", f64 3.0, i32 -2\n", 0.75);
  double_is("  %y = math f32 \"sinf\", f32 1.0\n  %x = fpcast f64 %y\n", sinf(1.0f));
  double_is("  %y = math f80 \"expl\", f80 1.0\n  %x = fpcast f64 %y\n",
            (double)expl(1.0L));
  double_is("  %x = math f64 \"ceil\", f64 1.1\n", 2.0);
  expect_exit(
    MAIN64("  %y = math i64 \"llrint\", f64 2.5\n  %r = trunc i32 %y\n  ret %r\n"), 2, 0);
  expect_exit(MAIN64("  %r = math i32 \"ilogb\", f64 9.0\n  ret %r\n"), 3, 0);
  expect_end(MAIN64("  %x = math f64 \"zeta\", f64 2.0\n  ret 0\n"), RUN_UNSUPPORTED,
             "math function zeta");
}

/* ---- text ---- */

/* `%` in the strings of formats is \25, so that the rest can go through snprintf. */
static const char *format_text(const char *to, int room, const char *format) {
  static char program[1200];
  snprintf(program, sizeof program,
           "target 64\nentry @main\n"
           "global @f 16 const string = c\"\\258.3f\\00\"\n"
           "global @bad 16 const string = c\"\\25n\\00\"\n"
           "global @open 2 const string = c\"\\25f\"\n"
           "func @main() -> i32 {\n"
           "  %%b = alloca 10\n"
           "  %%n = fmtfloat i32 %s, %d, f64 3.14159, %s\n"
           "  %%c = load i64 %%b\n"
           "  %%d = lshr i64 %%c, 56\n"
           "  %%e = trunc i32 %%d\n"
           "  %%g = mul i32 %%e, 100\n"
           "  %%r = add i32 %%n, %%g\n"
           "  ret %%r\n}\n",
           to, room, format);
  return program;
}

static void test_format(void **state) {
  (void)state;
  expect_exit(format_text("%b", 10, "@f"), 8 + 100 * '2', 0);
  expect_exit(format_text("%b", 8, "@f"), 8, 0);
  expect_broken(format_text("%b", 10, "@open"), CHECK_READ, CAUSE_READ_PAST);
  expect_end(format_text("%b", 10, "@bad"), RUN_UNSUPPORTED, "format %n");
  expect_broken(format_text("null", 10, "@f"), CHECK_WRITE, CAUSE_NULL);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_double),
    cmocka_unit_test(test_other_widths),
    cmocka_unit_test(test_conversions),
    cmocka_unit_test(test_conversions_that_do_not_fit),
    cmocka_unit_test(test_comparisons),
    cmocka_unit_test(test_math),
    cmocka_unit_test(test_format),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
