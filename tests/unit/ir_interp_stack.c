/* Stack objects: lives that end with the function, the scope or stack.restore; variadic
 * arguments. */
#include "ir_interp_fixture.h"

static void test_use_after_return(void **state) {
  (void)state;
  Violation v =
    expect_broken("target 64\nentry @main\n"
                  "func @f() -> ptr {\n"
                  "  %local = alloca 4\n  store i32 1, %local\n  ret %local\n}\n"
                  "func @main() -> i32 {\n"
                  "  %p = call ptr @f()\n  %v = load i32 %p\n  ret %v\n}\n",
                  CHECK_READ, CAUSE_AFTER_RETURN);
  assert_string_equal(ir_text(run_program, v.object.name), "local");
  assert_int_equal(v.object.ended_at.id, fixture_op(run_program, OP_RET, 0).id);
}

static void test_use_after_return_through_memory(void **state) {
  (void)state;
  expect_broken("target 32\nentry @main\nglobal @g 4 align 4\n"
                "func @f() {\n  %x = alloca 4\n  store ptr %x, @g\n  ret\n}\n"
                "func @h() {\n  %y = alloca 4\n  store i32 2, %y\n  ret\n}\n"
                "func @main() -> i32 {\n"
                "  call void @f()\n  call void @h()\n"
                "  %p = load ptr @g\n  store i32 1, %p\n  ret 0\n}\n",
                CHECK_WRITE, CAUSE_AFTER_RETURN);
}

/* Each execution of an alloca is an object of its own. */
static void test_recursion_has_its_own_locals(void **state) {
  (void)state;
  expect_exit("target 64\nentry @main\n"
              "func @f(i32 %n, ptr %out) {\n"
              "entry:\n"
              "  %x = alloca 4\n"
              "  store i32 %n, %x\n"
              "  %more = icmp ne i32 %n, 0\n"
              "  cbr %more, deeper, done\n"
              "deeper:\n"
              "  %less = sub i32 %n, 1\n"
              "  call void @f(%less, %x)\n"
              "  br done\n"
              "done:\n"
              "  %v = load i32 %x\n"
              "  %o = load i32 %out\n"
              "  %s = add i32 %v, %o\n"
              "  store i32 %s, %out\n"
              "  ret\n}\n"
              "func @main() -> i32 {\n"
              "  %r = alloca 4\n  store i32 0, %r\n"
              "  call void @f(i32 100, %r)\n"
              "  %v = load i32 %r\n  ret %v\n}\n",
              5050, 0);
}

static void test_scopes(void **state) {
  (void)state;
  expect_exit(MAIN64("  %x = alloca 4\n  scope.begin %x\n  store i32 3, %x\n"
                     "  %v = load i32 %x\n  scope.end %x\n  ret %v\n"),
              3, 0);
  Violation v =
    expect_broken(MAIN64("  %x = alloca 4\n  scope.begin %x\n  store i32 3, %x\n"
                         "  scope.end %x\n  %v = load i32 %x\n  ret %v\n"),
                  CHECK_READ, CAUSE_AFTER_SCOPE);
  assert_int_equal(v.object.ended_at.id, fixture_op(run_program, OP_SCOPE_END, 0).id);
  expect_broken(MAIN64("  %x = alloca 4\n  store i32 3, %x\n  scope.begin %x\n  ret 0\n"),
                CHECK_WRITE, CAUSE_AFTER_SCOPE);
}

/* A pointer from an earlier life stays stale, whether it is in a register or in memory.
 */
static void test_a_new_life_is_a_new_object(void **state) {
  (void)state;
  const char *text = "target %d\nentry @main\nfunc @main() -> i32 {\n"
                     "entry:\n"
                     "  %%x = alloca 4 align 4\n"
                     "  %%keep = alloca 8 align 8\n"
                     "  br loop\n"
                     "loop:\n"
                     "  %%i = phi i32 [0, entry], [1, next]\n"
                     "  %%last = phi ptr [%%keep, entry], [%%x2, next]\n"
                     "  scope.begin %%x\n"
                     "  store i32 %%i, %%x\n"
                     "  %%x2 = addr %%x\n"
                     "  %%second = icmp eq i32 %%i, 1\n"
                     "  cbr %%second, use, next\n"
                     "next:\n"
                     "  store ptr %%x, %%keep\n"
                     "  scope.end %%x\n"
                     "  br loop\n"
                     "use:\n"
                     "%s"
                     "  %%v = load i32 %%p\n"
                     "  ret %%v\n}\n";
  static const char *const uses[] = {"  %p = addr %x\n", "  %p = load ptr %keep\n",
                                     "  %p = addr %last\n"};
  char program[1200];
  for (int bits = 32; bits <= 64; bits += 32)
    for (int i = 0; i < 3; i++) {
      snprintf(program, sizeof program, text, bits, uses[i]);
      if (i == 0)
        expect_exit(program, 1, 0);
      else
        expect_broken(program, CHECK_READ, CAUSE_AFTER_SCOPE);
    }
}

static void test_a_new_life_is_uninitialised(void **state) {
  (void)state;
  expect_exit(
    MAIN64("  %x = alloca 4\n  scope.begin %x\n  store i32 3, %x\n  scope.end %x\n"
           "  scope.begin %x\n  %v = load i32 %x\n  %c = icmp eq i32 %v, 3\n"
           "  %r = zext i32 %c\n  cbr %c, a, b\na:\n  ret %r\nb:\n  ret %r\n"),
    0, RUN_DEPENDS_UNINIT);
}

static void test_stack_restore(void **state) {
  (void)state;
  const char *text = "target 64\nentry @main\nfunc @main() -> i32 {\n"
                     "  %%before = alloca 4\n"
                     "  %%n = add i64 16, 0\n"
                     "  %%token = stack.save\n"
                     "  %%vla = alloca %%n align 16\n"
                     "  store i32 1, %%vla\n"
                     "  stack.restore %%token\n"
                     "  store i32 2, %%%s\n"
                     "  ret 0\n}\n";
  char program[600];
  snprintf(program, sizeof program, text, "before");
  expect_exit(program, 0, 0);
  snprintf(program, sizeof program, text, "vla");
  expect_broken(program, CHECK_WRITE, CAUSE_AFTER_SCOPE);
}

/* Objects in a loop cost addresses only where they escape. */
static void test_many_lives(void **state) {
  (void)state;
  expect_exit(MAIN32("  %x = alloca 0x1000000\n"
                     "  br loop\n"
                     "loop:\n"
                     "  %i = phi i32 [0, entry], [%next, loop]\n"
                     "  scope.begin %x\n"
                     "  store i32 1, %x\n"
                     "  scope.end %x\n"
                     "  %next = add i32 %i, 1\n"
                     "  %go = icmp ult i32 %next, 1000\n"
                     "  cbr %go, loop, done\n"
                     "done:\n  ret 0\n"),
              0, 0);
  expect_exit("target 32\nentry @main\n"
              "func @f() -> i32 {\n  %x = alloca 0x1000000\n  store i32 1, %x\n"
              "  %v = load i32 %x\n  ret %v\n}\n"
              "func @main() -> i32 {\n"
              "entry:\n  br loop\n"
              "loop:\n"
              "  %i = phi i32 [0, entry], [%next, loop]\n"
              "  %v = call i32 @f()\n"
              "  %next = add i32 %i, %v\n"
              "  %go = icmp ult i32 %next, 1000\n"
              "  cbr %go, loop, done\n"
              "done:\n  ret 0\n}\n",
              0, 0);
}

/* ---- variadic arguments ---- */

static void test_varargs_layout_64(void **state) {
  (void)state;
  /* i32 at 0, ptr at 8, i8 at 16, f64 at 24, i128 at 32 (aligned), f80 at 48, i32 at 64
   */
  const char *text =
    "target 64\nentry @main\n"
    "func @f(i32 %%n, ...) -> i32 {\n"
    "  %%list = varargs\n"
    "  %%size = objsize i32 %%list\n"
    "%s"
    "  ret %%r\n}\n"
    "func @main() -> i32 {\n"
    "  %%x = alloca 4\n  store i32 9, %%x\n"
    "  %%r = call i32 @f(i32 1, i32 -2, %%x, i8 200, f64 1.0, i128 5, f80 1.0, "
    "i32 77)\n"
    "  ret %%r\n}\n";
  char program[1200];
  static const struct {
    const char *lines;
    int result;
  } cases[] = {
    {"  %r = load i32 %list\n", -2},
    {"  %h = load i64 %list\n  %s = lshr i64 %h, 32\n  %r = trunc i32 %s\n", 0},
    {"  %a = addr %list + 8\n  %p = load ptr %a\n  %r = load i32 %p\n", 9},
    {"  %a = addr %list + 16\n  %r = load i32 %a\n", 200},
    {"  %a = addr %list + 28\n  %r = load i32 %a\n", 0x3ff00000},
    {"  %a = addr %list + 32\n  %w = load i128 %a\n  %r = trunc i32 %w\n", 5},
    {"  %a = addr %list + 48\n  %w = load f80 %a\n  %r = fptosi i32 %w\n", 1},
    {"  %a = addr %list + 64\n  %r = load i32 %a\n", 77},
    {"  %r = add i32 %size, 0\n", 72},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    snprintf(program, sizeof program, text, cases[i].lines);
    expect_exit(program, cases[i].result, 0);
  }
  snprintf(program, sizeof program, text, "  %a = addr %list + 72\n  %r = load i32 %a\n");
  expect_broken(program, CHECK_READ, CAUSE_READ_PAST);
}

static void test_varargs_layout_32(void **state) {
  (void)state;
  /* i64 at 0, f80 at 8 (12 bytes), i16 at 20: 24 bytes */
  expect_exit("target 32\nentry @main\n"
              "func @f(...) -> i32 {\n"
              "  %list = varargs\n"
              "  %size = objsize i32 %list\n"
              "  %a = addr %list + 8\n"
              "  %w = load f80 %a\n"
              "  %i = fptosi i32 %w\n"
              "  %b = addr %list + 20\n"
              "  %c = load i32 %b\n"
              "  %s = add i32 %size, %i\n"
              "  %r = add i32 %s, %c\n"
              "  ret %r\n}\n"
              "func @main() -> i32 {\n"
              "  %r = call i32 @f(i64 1, f80 100.0, i16 1000)\n  ret %r\n}\n",
              24 + 100 + 1000, 0);
}

static void test_varargs_may_be_undefined(void **state) {
  (void)state;
  expect_exit("target 64\nentry @main\n"
              "func @f(...) -> i32 {\n"
              "  %list = varargs\n  %v = load i32 %list\n  %h = addr %list + 4\n"
              "  %z = load i32 %h\n  %c = icmp eq i32 %z, 0\n  cbr %c, yes, no\n"
              "yes:\n  ret %v\nno:\n  ret 1\n}\n"
              "func @main() -> i32 {\n  %r = call i32 @f(i32 undef)\n  ret %r\n}\n",
              0, 0);
}

static void test_no_varargs(void **state) {
  (void)state;
  expect_broken("target 64\nentry @main\n"
                "func @f(i32 %n, ...) -> i32 {\n"
                "  %list = varargs\n  %v = load i32 %list\n  ret %v\n}\n"
                "func @main() -> i32 {\n  %r = call i32 @f(i32 0)\n  ret %r\n}\n",
                CHECK_READ, CAUSE_READ_PAST);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_use_after_return),
    cmocka_unit_test(test_use_after_return_through_memory),
    cmocka_unit_test(test_recursion_has_its_own_locals),
    cmocka_unit_test(test_scopes),
    cmocka_unit_test(test_a_new_life_is_a_new_object),
    cmocka_unit_test(test_a_new_life_is_uninitialised),
    cmocka_unit_test(test_stack_restore),
    cmocka_unit_test(test_many_lives),
    cmocka_unit_test(test_varargs_layout_64),
    cmocka_unit_test(test_varargs_layout_32),
    cmocka_unit_test(test_varargs_may_be_undefined),
    cmocka_unit_test(test_no_varargs),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
