/* Leaks: what keeps a block, when it is lost, and where that is said to be. */
#include "ir_interp_fixture.h"

/* Lost at the instruction of this kind, the block being that of %block. */
static void lost_at(const char *text, Op op, uint32_t n) {
  Violation v = expect_broken(text, CHECK_LOST, CAUSE_LEAK);
  assert_int_equal(v.at.id, fixture_value(run_program, "block").id);
  assert_int_equal(v.lost_at.id, fixture_op(run_program, op, n).id);
  assert_int_equal(v.object.kind, OBJECT_HEAP);
}

static void test_locals_end_with_main(void **state) {
  (void)state;
  lost_at(MAIN64("  %block = alloc 4\n  ret 0\n"), OP_RET, 0);
  lost_at(
    MAIN64("  %x = alloca 8\n  %block = alloc 4\n  store ptr %block, %x\n  ret 0\n"),
    OP_RET, 0);
}

static void test_globals_keep(void **state) {
  (void)state;
  expect_exit("target 64\nentry @main\nglobal @g 8 align 8\n"
              "func @main() -> i32 {\n  %b = alloc 4\n  store ptr %b, @g\n  ret 0\n}\n",
              0, 0);
}

static void test_exit_keeps_the_stack(void **state) {
  (void)state;
  expect_exit(MAIN64("  %b = alloc 4\n  exit 0\n"), 0, 0);
  expect_exit("target 64\nentry @main\nfunc @f() {\n  exit 0\n}\n"
              "func @main() -> i32 {\n  %x = alloca 8\n  %b = alloc 4\n"
              "  store ptr %b, %x\n  call void @f()\n  ret 0\n}\n",
              0, 0);
}

#define LEAVE "target 64\nentry @main\nfunc @f() {\n  exit 0\n}\n"

/* With a hold only what it names, and what is needed later, holds at the end. */
static void test_hold_says_what_is_kept(void **state) {
  (void)state;
  expect_exit(MAIN64("  %b = alloc 4\n  hold %b\n  exit 0\n"), 0, 0);
  lost_at(MAIN64("  %block = alloc 4\n  hold\n  exit 0\n"), OP_EXIT, 0);
  lost_at(MAIN64("  %block = alloc 4\n  %c = alloc 4\n  hold %c\n  exit 0\n"), OP_EXIT,
          0);
  lost_at(MAIN64("  %block = alloc 4\n  hold\n  abort \"stop\"\n"), OP_ABORT, 0);
  expect_exit(LEAVE "func @main() -> i32 {\n  %b = alloc 4\n  hold\n"
                    "  call void @f()\n  free %b\n  ret 0\n}\n",
              0, 0);
  lost_at(LEAVE "func @main() -> i32 {\n  %block = alloc 4\n  hold\n"
                "  call void @f()\n  ret 0\n}\n",
          OP_EXIT, 0);
}

static void test_abort_does_not_ask(void **state) {
  (void)state;
  expect_end("target 64\nentry @main\nfunc @f() {\n  abort \"stop\"\n}\n"
             "func @main() -> i32 {\n  %b = alloc 4\n  call void @f()\n  ret 0\n}\n",
             RUN_ABORTED, "stop");
}

static void test_overwriting_loses(void **state) {
  (void)state;
  const char *text =
    "target 64\nentry @main\nglobal @g 8 align 8\n"
    "func @make() {\n  %block = alloc 4\n  store ptr %block, @g\n  ret\n}\n"
    "func @main() -> i32 {\n"
    "  call void @make()\n"
    "  store ptr null, @g\n"
    "  ret 0\n}\n";
  lost_at(text, OP_STORE, 1);
  lost_at("target 64\nentry @main\nglobal @g 8 align 8\n"
          "func @make() {\n  %block = alloc 4\n  store ptr %block, @g\n  ret\n}\n"
          "func @main() -> i32 {\n"
          "  call void @make()\n  fill @g, 0, 8\n  ret 0\n}\n",
          OP_FILL, 0);
  lost_at("target 64\nentry @main\nglobal @g 8 align 8\n"
          "func @make() {\n  %block = alloc 4\n  store ptr %block, @g\n  ret\n}\n"
          "func @main() -> i32 {\n"
          "  call void @make()\n  store i8 0, @g\n  store i64 0, @g\n  ret 0\n}\n",
          OP_STORE, 2);
}

static void test_return_loses(void **state) {
  (void)state;
  lost_at("target 64\nentry @main\n"
          "func @f() -> i32 {\n  %block = alloc 4\n  ret 1\n}\n"
          "func @main() -> i32 {\n  %x = call i32 @f()\n  exit 0\n}\n",
          OP_RET, 0);
  expect_exit("target 64\nentry @main\n"
              "func @f() -> ptr {\n  %b = alloc 4\n  ret %b\n}\n"
              "func @main() -> i32 {\n  %x = call ptr @f()\n  exit 0\n}\n",
              0, 0);
}

static void test_scope_end_loses(void **state) {
  (void)state;
  lost_at("target 64\nentry @main\n"
          "func @make(ptr %to) {\n  %block = alloc 4\n  store ptr %block, %to\n  ret\n}\n"
          "func @main() -> i32 {\n"
          "  %x = alloca 8 align 8\n  scope.begin %x\n  call void @make(%x)\n"
          "  scope.end %x\n  exit 0\n}\n",
          OP_SCOPE_END, 0);
}

static void test_free_of_the_owner_loses(void **state) {
  (void)state;
  lost_at("target 64\nentry @main\nglobal @g 8 align 8\n"
          "func @make() {\n"
          "  %owner = alloc 16\n  store ptr %owner, @g\n"
          "  %block = alloc 4\n  store ptr %block, %owner\n  ret\n}\n"
          "func @main() -> i32 {\n"
          "  call void @make()\n  %o = load ptr @g\n  free %o\n  exit 0\n}\n",
          OP_FREE, 0);
}

static void test_chains_and_cycles(void **state) {
  (void)state;
  const char *text = "target 64\nentry @main\nglobal @g 8 align 8\n"
                     "func @make() {\n"
                     "  %%block = alloc 16\n  %%b = alloc 16\n"
                     "  store ptr %%b, %%block\n  store ptr %%block, %%b\n"
                     "  %%middle = addr %%b + 8\n"
                     "  store ptr %%middle, @g\n  ret\n}\n"
                     "func @main() -> i32 {\n"
                     "  call void @make()\n%s  ret 0\n}\n";
  char program[800];
  snprintf(program, sizeof program, text, "");
  expect_exit(program, 0, 0);
  snprintf(program, sizeof program, text, "  store ptr null, @g\n");
  lost_at(program, OP_STORE, 3);
}

static void test_a_pointer_inside_keeps(void **state) {
  (void)state;
  expect_exit("target 64\nentry @main\nglobal @g 8 align 8\n"
              "func @main() -> i32 {\n  %b = alloc 40\n  %m = addr %b + 20\n"
              "  store ptr %m, @g\n  ret 0\n}\n",
              0, 0);
}

static void test_pieces_of_a_pointer_keep(void **state) {
  (void)state;
  expect_exit("target 64\nentry @main\nglobal @g 16 align 8\n"
              "func @main() -> i32 {\n"
              "  %b = alloc 4\n  %at = addr @g + 3\n  store ptr %b, %at\n  ret 0\n}\n",
              0, 0);
}

static void test_in_a_loop(void **state) {
  (void)state;
  Violation v = expect_broken(MAIN64("  br loop\n"
                                     "loop:\n"
                                     "  %i = phi i32 [0, entry], [%next, loop]\n"
                                     "  %block = alloc 4\n"
                                     "  %next = add i32 %i, 1\n"
                                     "  %go = icmp ult i32 %next, 1000000\n"
                                     "  cbr %go, loop, done\n"
                                     "done:\n  exit 0\n"),
                              CHECK_LOST, CAUSE_LEAK);
  assert_int_equal(v.lost_at.id, fixture_value(run_program, "block").id);
}

static void test_cleanup(void **state) {
  (void)state;
  const char *text =
    "target 64\nentry @main\nglobal @g 8 align 8\n"
    "func @main() -> i32 {\n  %b = alloc 4\n  store ptr %b, @g\n  ret 0\n}\n";
  RunOptions options = {.check_cleanup = true};
  Violation v = expect_broken_with(text, options, CHECK_CLEANUP, CAUSE_LEAK);
  assert_int_equal(v.at.id, fixture_value(run_program, "b").id);
  expect_exit_with(MAIN64("  %b = alloc 4\n  free %b\n  ret 0\n"), options, 0, 0);
  expect_exit_with(MAIN64("  %b = alloc 4 static\n  ret 0\n"), options, 0, 0);
  expect_broken_with(MAIN64("  %b = alloc 4\n  exit 0\n"), options, CHECK_CLEANUP,
                     CAUSE_LEAK);
}

static void test_switched_off(void **state) {
  (void)state;
  expect_exit_with(MAIN64("  %b = alloc 4\n  ret 0\n"), (RunOptions){0}, 0, 0);
}

/* A long list, walked over many times; one node is cut off in the middle of the run. The
 * searches cannot keep up, but an eager run finds the store. */
static const char *const long_run =
  "target 64\nentry @main\nglobal @head 8 align 8\nglobal @round 4 align 4\n"
  "func @build(i32 %n) {\n"
  "entry:\n  br loop\n"
  "loop:\n"
  "  %i = phi i32 [0, entry], [%next, loop]\n"
  "  %block = alloc 16\n"
  "  %old = load ptr @head\n"
  "  store ptr %old, %block\n"
  "  store ptr %block, @head\n"
  "  %next = add i32 %i, 1\n"
  "  %go = icmp ult i32 %next, %n\n"
  "  cbr %go, loop, done\n"
  "done:\n  ret\n}\n"
  "func @cut(i32 %n) {\n"
  "entry:\n"
  "  %now = icmp eq i32 %n, 3000\n"
  "  cbr %now, yes, no\n"
  "yes:\n"
  "  %first = load ptr @head\n"
  "  %second = load ptr %first\n"
  "  %third = load ptr %second\n"
  "  store ptr %third, %first\n"
  "  ret\n"
  "no:\n  ret\n}\n"
  "func @main() -> i32 {\n"
  "entry:\n  call void @build(i32 2000)\n  br loop\n"
  "loop:\n"
  "  %i = phi i32 [0, entry], [%next, loop]\n"
  "  call void @cut(%i)\n"
  "  store ptr null, @round2\n"
  "  %next = add i32 %i, 1\n"
  "  %go = icmp ult i32 %next, 20000\n"
  "  cbr %go, loop, done\n"
  "done:\n  %end\n}\n"
  "global @round2 8 align 8\n";

static void test_eager_finds_the_place(void **state) {
  (void)state;
  static const char *const ends[] = {"ret 0", "abort \"x\"", "store i8 1, null\n  ret 0"};
  char program[2400];
  for (int i = 0; i < 3; i++) {
    const char *mark = strstr(long_run, "%end");
    snprintf(program, sizeof program, "%.*s%s%s", (int)(mark - long_run), long_run,
             ends[i], mark + 4);
    RunOptions eager = {.check_lost = true, .eager_leaks = true};
    RunResult lazy = run_with(program, (RunOptions){.check_lost = true});
    assert_true(lazy.end != RUN_VIOLATION || val_none(lazy.violation.lost_at) ||
                lazy.violation.kind != CHECK_LOST);
    Violation v = expect_broken_with(program, eager, CHECK_LOST, CAUSE_LEAK);
    /* the store in cut; the block is still in its registers until it returns */
    assert_int_equal(ir_fn_of(run_program, v.lost_at).id,
                     fixture_function(run_program, "cut").id);
    assert_int_equal(run_program->insts.data[v.lost_at.id].op, OP_RET);
    assert_int_equal(v.at.id, fixture_value(run_program, "block").id);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_locals_end_with_main),
    cmocka_unit_test(test_globals_keep),
    cmocka_unit_test(test_exit_keeps_the_stack),
    cmocka_unit_test(test_hold_says_what_is_kept),
    cmocka_unit_test(test_abort_does_not_ask),
    cmocka_unit_test(test_overwriting_loses),
    cmocka_unit_test(test_return_loses),
    cmocka_unit_test(test_scope_end_loses),
    cmocka_unit_test(test_free_of_the_owner_loses),
    cmocka_unit_test(test_chains_and_cycles),
    cmocka_unit_test(test_a_pointer_inside_keeps),
    cmocka_unit_test(test_pieces_of_a_pointer_keep),
    cmocka_unit_test(test_in_a_loop),
    cmocka_unit_test(test_cleanup),
    cmocka_unit_test(test_switched_off),
    cmocka_unit_test(test_eager_finds_the_place),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
