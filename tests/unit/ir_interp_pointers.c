/* Provenance: what keeps it, what loses it, what comparisons of pointers say, and when
 * the answer depends on addresses. */
#include "ir_interp_fixture.h"

/* Lines that make %q from %p, a pointer to x (8 bytes holding 42), then load through it.
 */
static const char *round_trip(int bits, const char *lines) {
  static char text[2000];
  snprintf(text, sizeof text,
           "target %d\nentry @main\nfunc @main() -> i32 {\nentry:\n"
           "  %%p = alloca 8 align 8\n"
           "  %%other = alloca 8 align 8\n"
           "  %%slot = alloca 16 align 8\n"
           "  %%slot2 = alloca 16 align 8\n"
           "  store i64 42, %%p\n"
           "%s"
           "  %%r = load i32 %%q\n"
           "  ret %%r\n}\n",
           bits, lines);
  return text;
}

static void test_integers_carry_it(void **state) {
  (void)state;
  expect_exit(round_trip(64, "  %i = ptrtoint i64 %p\n  %q = inttoptr %i\n"), 42, 0);
  expect_exit(round_trip(32, "  %i = ptrtoint i32 %p\n  %q = inttoptr %i\n"), 42, 0);
  expect_exit(round_trip(32, "  %i = ptrtoint i64 %p\n  %q = inttoptr %i\n"), 42, 0);
  expect_exit(round_trip(64, "  %i = ptrtoint i64 %p\n"
                             "  %j = add i64 %i, 12\n"
                             "  %k = sub i64 %j, 12\n"
                             "  %q = inttoptr %k\n"),
              42, 0);
  expect_exit(round_trip(64, "  %i = ptrtoint i64 %p\n"
                             "  %tag = or i64 %i, 3\n"
                             "  %j = and i64 %tag, -4\n"
                             "  %q = inttoptr %j\n"),
              42, 0);
  expect_exit(round_trip(64, "  %i = ptrtoint i64 %p\n"
                             "  %flip = xor i64 %i, 0xff00000000000005\n"
                             "  %j = xor i64 %flip, 0xff00000000000005\n"
                             "  %q = inttoptr %j\n"),
              42, 0);
  expect_exit(round_trip(64, "  %i = ptrtoint i64 %p\n  %q = addr null + %i * 1\n"), 42,
              0);
}

static void test_narrow_integers_lose_it(void **state) {
  (void)state;
  expect_broken(round_trip(64, "  %i = ptrtoint i32 %p\n  %q = inttoptr %i\n"),
                CHECK_READ, CAUSE_WILD);
}

/* Accesses stay with the object that the pointer came from. */
static void test_offsets_do_not_change_objects(void **state) {
  (void)state;
  expect_broken(round_trip(64, "  %i = ptrtoint i64 %p\n"
                               "  %o = ptrtoint i64 %other\n"
                               "  %d = sub i64 %o, %i\n"
                               "  %q = addr %p + %d * 1\n"),
                CHECK_READ, CAUSE_READ_PAST);
}

static void test_two_addresses_make_a_guess(void **state) {
  (void)state;
  expect_exit(round_trip(64, "  %i = ptrtoint i64 %p\n"
                             "  %o = ptrtoint i64 %other\n"
                             "  %both = xor i64 %i, %o\n"
                             "  %j = xor i64 %both, %o\n"
                             "  %q = inttoptr %j\n"),
              42, RUN_DEPENDS_GUESS);
  expect_broken(round_trip(64, "  %i = ptrtoint i64 %p\n"
                               "  %o = ptrtoint i64 %other\n"
                               "  %both = xor i64 %i, %o\n"
                               "  %q = inttoptr %both\n"),
                CHECK_READ, CAUSE_NULL);
}

static void test_a_guess_may_be_a_heap_block_or_a_global(void **state) {
  (void)state;
  expect_exit("target 64\nentry @main\nglobal @g 4 = x\"07\"\n"
              "func @main() -> i32 {\n"
              "  %h = alloc 4\n"
              "  store i32 5, %h\n"
              "  %i = ptrtoint i64 %h\n"
              "  %i2 = mul i64 %i, 1\n"
              "  %q = inttoptr %i2\n"
              "  %a = load i32 %q\n"
              "  %j = ptrtoint i64 @g\n"
              "  %j2 = mul i64 %j, 1\n"
              "  %w = inttoptr %j2\n"
              "  %b = load i32 %w\n"
              "  free %q\n"
              "  %r = add i32 %a, %b\n"
              "  ret %r\n}\n",
              12, RUN_DEPENDS_GUESS);
}

static void test_memory_carries_it(void **state) {
  (void)state;
  expect_exit(round_trip(64, "  store ptr %p, %slot\n  %q = load ptr %slot\n"), 42, 0);
  expect_exit(round_trip(64, "  store ptr %p, %slot\n"
                             "  %i = load i64 %slot\n"
                             "  store i64 %i, %slot2\n"
                             "  %q = load ptr %slot2\n"),
              42, 0);
  /* at an odd place */
  expect_exit(round_trip(64, "  %at = addr %slot + 3\n"
                             "  store ptr %p, %at\n"
                             "  %q = load ptr %at\n"),
              42, 0);
  expect_exit(round_trip(32, "  %at = addr %slot + 3\n"
                             "  store ptr %p, %at\n"
                             "  copy %slot2, %at, 4\n"
                             "  %q = load ptr %slot2\n"),
              42, 0);
  /* a struct with a pointer in it */
  expect_exit(round_trip(64, "  store i64 1, %slot\n"
                             "  %f = addr %slot + 8\n"
                             "  store ptr %p, %f\n"
                             "  copy %slot2, %slot, 16\n"
                             "  %g = addr %slot2 + 8\n"
                             "  %q = load ptr %g\n"),
              42, 0);
}

#define COPY_BYTE(i)                    \
  "  %s" #i " = addr %slot + " #i "\n"  \
  "  %d" #i " = addr %slot2 + " #i "\n" \
  "  %b" #i " = load i8 %s" #i "\n"     \
  "  store i8 %b" #i ", %d" #i "\n"

static void test_bytes_carry_it(void **state) {
  (void)state;
  expect_exit(round_trip(64, "  store ptr %p, %slot\n" COPY_BYTE(0) COPY_BYTE(3)
                               COPY_BYTE(1) COPY_BYTE(2) COPY_BYTE(4) COPY_BYTE(7)
                                 COPY_BYTE(5) COPY_BYTE(6) "  %q = load ptr %slot2\n"),
              42, 0);
  expect_exit(round_trip(32, "  store ptr %p, %slot\n" COPY_BYTE(0) COPY_BYTE(3)
                               COPY_BYTE(1) COPY_BYTE(2) "  %q = load ptr %slot2\n"),
              42, 0);
  /* a tag in the lowest byte */
  expect_exit(round_trip(64, "  store ptr %p, %slot\n"
                             "  %b = load i8 %slot\n"
                             "  %t = or i8 %b, 1\n"
                             "  store i8 %t, %slot\n"
                             "  %tagged = load ptr %slot\n"
                             "  %q = addr %tagged - 1\n"),
              42, 0);
}

static void test_overwriting_removes_it(void **state) {
  (void)state;
  expect_broken(round_trip(64, "  store ptr %p, %slot\n"
                               "  store i64 4096000, %slot\n"
                               "  %q = load ptr %slot\n"),
                CHECK_READ, CAUSE_WILD);
  expect_broken(round_trip(64, "  store ptr %p, %slot\n"
                               "  fill %slot, 1, 8\n"
                               "  %q = load ptr %slot\n"),
                CHECK_READ, CAUSE_WILD);
}

/* ---- comparisons ---- */

/* The i1 %c that these lines make from pointers to a, b (8 bytes) and e (no bytes), and
 * what the run depends on after branching on it. */
static void comparison_is(const char *lines, bool result, unsigned depends) {
  static char text[2000];
  snprintf(
    text, sizeof text,
    "target 64\nentry @main\n"
    "global @s 2 const string = c\"x\\00\"\nglobal @t 2 const string = c\"x\\00\"\n"
    "func @main() -> i32 {\nentry:\n"
    "  %%a = alloca 8 align 8\n"
    "  %%b = alloca 8 align 8\n"
    "  %%e = alloc 0\n"
    "  %%dead = alloc 8\n"
    "  free %%dead\n"
    "  %%a4 = addr %%a + 4\n"
    "  %%a8 = addr %%a + 8\n"
    "  %%a9 = addr %%a + 9\n"
    "%s"
    "  cbr %%c, yes, no\n"
    "yes:\n  free %%e\n  ret 1\n"
    "no:\n  free %%e\n  ret 0\n}\n",
    lines);
  expect_exit(text, result, depends);
}

static void test_equality(void **state) {
  (void)state;
  comparison_is("  %c = icmp eq ptr %a, %a\n", true, 0);
  comparison_is("  %c = icmp eq ptr %a, %a4\n", false, 0);
  comparison_is("  %c = icmp ne ptr %a9, %a4\n", true, 0);
  comparison_is("  %c = icmp eq ptr %a, %b\n", false, 0);
  comparison_is("  %c = icmp ne ptr %a4, %b\n", true, 0);
  comparison_is("  %c = icmp eq ptr %a, @main\n", false, 0);
  comparison_is("  %c = icmp eq ptr %e, %a\n", false, 0);
  comparison_is("  %c = icmp eq ptr %a8, %b\n", false, RUN_DEPENDS_ADDRESS);
  comparison_is("  %c = icmp eq ptr %dead, %a\n", false, RUN_DEPENDS_ADDRESS);
  comparison_is("  %c = icmp eq ptr %dead, %dead\n", true, 0);
  comparison_is("  %c = icmp eq ptr @s, @t\n", false, RUN_DEPENDS_ADDRESS);
  comparison_is("  %c = icmp eq ptr @s, %a\n", false, 0);
}

static void test_null_checks(void **state) {
  (void)state;
  comparison_is("  %c = icmp eq ptr %a, null\n", false, 0);
  comparison_is("  %c = icmp ne ptr null, %a8\n", true, 0);
  comparison_is("  %c = icmp eq ptr %dead, null\n", false, 0);
  comparison_is("  %c = icmp eq ptr %a, -1\n", false, 0);
  comparison_is("  %c = icmp ult ptr null, %a\n", true, 0);
  comparison_is("  %c = icmp eq ptr %a9, null\n", false, RUN_DEPENDS_ADDRESS);
  comparison_is("  %i = ptrtoint i64 %a\n  %c = icmp eq i64 %i, 0\n", false, 0);
  comparison_is("  %i = ptrtoint i64 %a\n  %c = icmp eq i64 %i, 77777777\n", false,
                RUN_DEPENDS_ADDRESS);
}

static void test_order(void **state) {
  (void)state;
  comparison_is("  %c = icmp ult ptr %a, %a4\n", true, 0);
  comparison_is("  %c = icmp ule ptr %a8, %a4\n", false, 0);
  comparison_is("  %c = icmp ult ptr %a, %b\n", true, RUN_DEPENDS_ADDRESS);
  comparison_is("  %far = addr %a + 0x7fffffffffffffff\n  %c = icmp ult ptr %a, %far\n",
                true, RUN_DEPENDS_ADDRESS);
}

static void test_differences(void **state) {
  (void)state;
  comparison_is("  %i = ptrtoint i64 %a\n  %j = ptrtoint i64 %a4\n"
                "  %d = sub i64 %j, %i\n  %c = icmp eq i64 %d, 4\n",
                true, 0);
  comparison_is("  %i = ptrtoint i64 %a\n  %j = ptrtoint i64 %b\n"
                "  %d = sub i64 %j, %i\n  %c = icmp eq i64 %d, 4\n",
                false, RUN_DEPENDS_ADDRESS);
}

static void test_low_bits_are_known(void **state) {
  (void)state;
  comparison_is("  %i = ptrtoint i64 %a4\n  %low = and i64 %i, 7\n"
                "  %c = icmp eq i64 %low, 4\n",
                true, 0);
  comparison_is("  %i = ptrtoint i64 %a4\n  %low = urem i64 %i, 8\n"
                "  %c = icmp eq i64 %low, 4\n",
                true, 0);
  comparison_is("  %i = ptrtoint i64 %e\n  %low = and i64 %i, 15\n"
                "  %c = icmp eq i64 %low, 0\n",
                true, 0);
  comparison_is("  %i = ptrtoint i64 %a\n  %low = and i64 %i, 15\n"
                "  %c = icmp eq i64 %low, 0\n",
                true, RUN_DEPENDS_ADDRESS);
}

/* Rounding an address moves the pointer as far as the address says. */
static void test_rounding_depends_on_addresses(void **state) {
  (void)state;
  comparison_is("  %i = ptrtoint i64 %a4\n  %j = and i64 %i, -8\n  %p = inttoptr %j\n"
                "  store i64 1, %p\n  %c = icmp eq ptr %p, %a\n",
                true, 0);
  comparison_is("  %i = ptrtoint i64 %a4\n  %j = and i64 %i, -32\n  %p = inttoptr %j\n"
                "  %c = icmp eq i32 0, 0\n",
                true, RUN_DEPENDS_ADDRESS);
  comparison_is("  %i = ptrtoint i64 %a\n  %j = or i64 %i, 64\n  %c = icmp eq i32 0, 0\n",
                true, RUN_DEPENDS_ADDRESS);
}

/* A table indexed by a hash of an address, a hash that went through memory. */
static void test_hashes_depend_on_addresses(void **state) {
  (void)state;
  comparison_is("  %i = ptrtoint i64 %a\n  %h = lshr i64 %i, 4\n"
                "  store i64 %h, %b\n  %g = load i64 %b\n"
                "  %low = and i64 %g, 1\n  %c = icmp eq i64 %low, 9\n",
                false, RUN_DEPENDS_ADDRESS);
  comparison_is("  %i = ptrtoint i64 %a\n  %h = and i64 %i, 7\n"
                "  %p = addr %b + %h * 1\n  store i8 1, %p\n"
                "  %c = icmp eq i64 %h, 0\n",
                true, 0);
  comparison_is("  %i = ptrtoint i64 %a\n  %h = lshr i64 %i, 60\n"
                "  %p = addr %b + %h * 1\n  store i8 1, %p\n"
                "  %c = icmp eq i32 0, 0\n",
                true, RUN_DEPENDS_ADDRESS);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_integers_carry_it),
    cmocka_unit_test(test_narrow_integers_lose_it),
    cmocka_unit_test(test_offsets_do_not_change_objects),
    cmocka_unit_test(test_two_addresses_make_a_guess),
    cmocka_unit_test(test_a_guess_may_be_a_heap_block_or_a_global),
    cmocka_unit_test(test_memory_carries_it),
    cmocka_unit_test(test_bytes_carry_it),
    cmocka_unit_test(test_overwriting_removes_it),
    cmocka_unit_test(test_equality),
    cmocka_unit_test(test_null_checks),
    cmocka_unit_test(test_order),
    cmocka_unit_test(test_differences),
    cmocka_unit_test(test_low_bits_are_known),
    cmocka_unit_test(test_rounding_depends_on_addresses),
    cmocka_unit_test(test_hashes_depend_on_addresses),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
