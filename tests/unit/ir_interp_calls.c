/* Calls, returns, the ways a run ends, and its limits. */
#include "ir_interp_fixture.h"

static void test_results_and_parts(void **state) {
  (void)state;
  expect_exit("target 64\nentry @main\n"
              "func @f(i32 %a) -> i32, i128, i8 {\n"
              "  ret %a, 0x10000000000000002, 7\n}\n"
              "func @main() -> i32 {\n"
              "  %x = call i32 @f(i32 1000)\n"
              "  %y = part i128 %x, 1\n"
              "  %z = part i8 %x, 2\n"
              "  %h = lshr i128 %y, 60\n"
              "  %i = trunc i32 %h\n"
              "  %j = zext i32 %z\n"
              "  %s = add i32 %x, %i\n"
              "  %r = add i32 %s, %j\n"
              "  ret %r\n}\n",
              1023, 0);
}

static void test_indirect_calls(void **state) {
  (void)state;
  const char *text = "target 64\nentry @main\nglobal @g 16 align 8 [0: @f]\n"
                     "func @f(i32 %%a) -> i32 {\n  %%r = add i32 %%a, 1\n  ret %%r\n}\n"
                     "func @main() -> i32 {\n"
                     "%s"
                     "  %%r = call i32 %%p(i32 41)\n  ret %%r\n}\n";
  char program[800];
#define CALLS(lines) (snprintf(program, sizeof program, text, lines), program)
  expect_exit(CALLS("  %p = load ptr @g\n"), 42, 0);
  expect_exit(CALLS("  %q = load i64 @g\n  %p = inttoptr %q\n"), 42, 0);
  expect_exit(CALLS("  %q = load i64 @g\n  %n = mul i64 %q, 1\n  %p = inttoptr %n\n"), 42,
              RUN_DEPENDS_GUESS);
  expect_broken(CALLS("  %p = addr null\n"), CHECK_CALLEE, CAUSE_NULL);
  expect_broken(CALLS("  %q = load ptr @g\n  %p = addr %q + 1\n"), CHECK_CALLEE,
                CAUSE_NOT_FUNCTION);
  expect_broken(CALLS("  %p = addr @g\n"), CHECK_CALLEE, CAUSE_NOT_FUNCTION);
  expect_broken(CALLS("  %x = alloca 8\n  %p = load ptr %x\n"), CHECK_CALLEE,
                CAUSE_UNINITIALISED);
  expect_broken(CALLS("  %p = inttoptr 123456789\n"), CHECK_CALLEE, CAUSE_WILD);
  expect_broken(CALLS("  %p = alloc 8\n  free %p\n"), CHECK_CALLEE, CAUSE_AFTER_FREE);
}

static void test_unknown_functions(void **state) {
  (void)state;
  RunResult r = expect_end("target 64\nentry @main\nfunc @puts(ptr) -> i32 extern\n"
                           "func @main() -> i32 {\n  %r = call i32 @puts(ptr null)\n"
                           "  ret %r\n}\n",
                           RUN_UNSUPPORTED, "calls unknown function puts");
  assert_int_equal(r.at.id, fixture_op(run_program, OP_CALL, 0).id);
  expect_end(MAIN64("  opaque void \"inline assembly\"\n  ret 0\n"), RUN_UNSUPPORTED,
             "inline assembly");
}

static void test_arguments_must_fit(void **state) {
  (void)state;
  const char *text =
    "target 64\nentry @main\n"
    "func @f(i32 %%a, i64 %%b) -> i32 {\n  %%r = trunc i32 %%b\n  ret %%r\n}\n"
    "func @main() -> i32 {\n  %%r = call i32 @f(%s)\n  ret %%r\n}\n";
  char program[600];
  expect_exit(CALLS("i32 1, i64 2"), 2, 0);
  expect_exit(CALLS("i32 1, i64 2, i64 3"), 2, 0);
  expect_exit(CALLS("f32 1.0, ptr 5"), 5, 0);
  expect_end(CALLS("i32 1"), RUN_TRAPPED, "wrong arguments");
  expect_end(CALLS("i32 1, i32 2"), RUN_TRAPPED, "wrong arguments");
}

static void test_results_that_are_missing(void **state) {
  (void)state;
  const char *text =
    "target 64\nentry @main\nfunc @f() {\n  ret\n}\n"
    "func @main() -> i32 {\n  %r = call i32 @f()\n"
    "  %c = icmp eq i32 %r, 0\n  cbr %c, a, b\na:\n  ret 0\nb:\n  ret 1\n}\n";
  expect_exit(text, 0, RUN_DEPENDS_UNINIT);
  expect_exit("target 64\nentry @main\nfunc @f() -> i32 {\n  ret 1\n}\n"
              "func @main() -> i32 {\n  call void @f()\n  ret 0\n}\n",
              0, 0);
}

static void test_ends(void **state) {
  (void)state;
  expect_exit(MAIN64("  exit 3\n"), 3, 0);
  expect_exit(MAIN64("  ret -1\n"), -1, 0);
  expect_end(MAIN64("  abort \"assertion failed\"\n"), RUN_ABORTED, "assertion failed");
  expect_end(MAIN64("  unreachable\n"), RUN_TRAPPED, "unreachable");
  expect_end(MAIN64("  %x = input i1 \"\"\n  assume %x\n  ret 0\n"), RUN_INFEASIBLE,
             "assumption");
}

static void test_limits(void **state) {
  (void)state;
  const char *loop = MAIN64("  br loop\nloop:\n  br loop\n");
  RunResult r = run_with(loop, (RunOptions){.max_steps = 1000});
  assert_int_equal(r.end, RUN_LIMIT);
  assert_int_equal(r.steps, 1000);
  const char *recursion = "target 64\nentry @main\nfunc @main() -> i32 {\n"
                          "  %r = call i32 @main()\n  ret %r\n}\n";
  r = run_with(recursion, (RunOptions){.max_depth = 50});
  assert_int_equal(r.end, RUN_LIMIT);
  assert_non_null(strstr(r.reason, "stack depth"));
  assert_int_equal(r.stack.len, 50);
  r = run_with(recursion, (RunOptions){0});
  assert_int_equal(r.end, RUN_LIMIT);
}

static bool ask(void *context) { return --*(int *)context == 0; }

static void test_interruption(void **state) {
  (void)state;
  int left = 3;
  RunResult r = run_with(MAIN64("  br loop\nloop:\n  br loop\n"),
                         (RunOptions){.interrupted = ask, .context = &left});
  assert_int_equal(r.end, RUN_LIMIT);
  assert_string_equal(r.reason, "interrupted");
}

/* Deep recursion with a frame too large for what is left of a chunk. */
static void test_deep_recursion(void **state) {
  (void)state;
  expect_exit("target 64\nentry @main\n"
              "func @f(i32 %n) -> i32 {\n"
              "entry:\n"
              "  %stop = icmp eq i32 %n, 0\n"
              "  cbr %stop, done, deeper\n"
              "deeper:\n"
              "  %less = sub i32 %n, 1\n"
              "  %below = call i32 @f(%less)\n"
              "  %r = add i32 %below, 1\n"
              "  ret %r\n"
              "done:\n  ret 0\n}\n"
              "func @main() -> i32 {\n"
              "  %a = call i32 @f(i32 100000)\n"
              "  %b = call i32 @f(i32 100000)\n"
              "  %r = add i32 %a, %b\n"
              "  ret %r\n}\n",
              200000, 0);
}

/* ---- choices ---- */

static void test_inputs(void **state) {
  (void)state;
  const char *text = MAIN64("  %a = input i32 \"one\"\n"
                            "  %b = input i8 \"two\"\n"
                            "  %c = sext i32 %b\n"
                            "  %m = mul i32 %a, 1000\n"
                            "  %r = add i32 %m, %c\n"
                            "  ret %r\n");
  expect_exit(text, 0, RUN_DEPENDS_INPUT);
  Arena *arena = arena_new();
  Inputs inputs = {0};
  const char *error;
  assert_true(inputs_parse(arena, &inputs, "5\n-3\n", &error));
  expect_exit_with(text, (RunOptions){.inputs = &inputs}, 4997, RUN_DEPENDS_INPUT);
  Inputs by_instruction = {0};
  assert_true(inputs_parse(arena, &by_instruction, "@1 7\n9\n", &error));
  RunResult r = run_with(text, (RunOptions){.inputs = &by_instruction});
  assert_int_equal(r.exit_code, 9007);
  /* what a run chose makes the same run again */
  Inputs again = {0};
  for (uint32_t i = 0; i < r.choices.choices.len; i++)
    inputs_add(arena, &again, r.choices.choices.data[i]);
  expect_exit_with(text, (RunOptions){.inputs = &again}, 9007, RUN_DEPENDS_INPUT);
  arena_free(arena);
}

static void test_standard_input(void **state) {
  (void)state;
  FILE *file = tmpfile();
  fputs("A", file);
  rewind(file);
  expect_exit_with(MAIN64("  %a = input i32 \"stdin\"\n  %b = input i32 \"stdin\"\n"
                          "  %r = sub i32 %a, %b\n  ret %r\n"),
                   (RunOptions){.in = file}, 'A' + 1, RUN_DEPENDS_INPUT);
  fclose(file);
}

static void test_arguments_of_main(void **state) {
  (void)state;
  char *argv[] = {"p", "xy", NULL};
  expect_exit_with(MAIN64("  %n = input i32 \"argc\"\n"
                          "  %l0 = input i32 \"argv.length\"\n"
                          "  %b0 = input i8 \"argv.byte\"\n"
                          "  %l1 = input i32 \"argv.length\"\n"
                          "  %b1 = input i8 \"argv.byte\"\n"
                          "  %b2 = input i8 \"argv.byte\"\n"
                          "  %l = mul i32 %l1, 10\n"
                          "  %s = add i32 %n, %l\n"
                          "  %w = zext i32 %b2\n"
                          "  %m = mul i32 %w, 1000\n"
                          "  %r = add i32 %s, %m\n"
                          "  ret %r\n"),
                   (RunOptions){.argc = 2, .argv = argv}, 'y' * 1000 + 22,
                   RUN_DEPENDS_INPUT);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_results_and_parts),
    cmocka_unit_test(test_indirect_calls),
    cmocka_unit_test(test_unknown_functions),
    cmocka_unit_test(test_arguments_must_fit),
    cmocka_unit_test(test_results_that_are_missing),
    cmocka_unit_test(test_ends),
    cmocka_unit_test(test_limits),
    cmocka_unit_test(test_interruption),
    cmocka_unit_test(test_deep_recursion),
    cmocka_unit_test(test_inputs),
    cmocka_unit_test(test_standard_input),
    cmocka_unit_test(test_arguments_of_main),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
