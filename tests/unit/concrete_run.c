/* The concrete engine: it proves programs without input, finds easy bugs in those with,
 * and says nothing where one run stands for nothing. */
#include "concrete/concrete.h"
#include "ir_fixture.h"
#include "ledger/verdict.h"

static const PropertySet memory = PROPERTY_BIT(PROPERTY_VALID_DEREF) |
                                  PROPERTY_BIT(PROPERTY_VALID_FREE) |
                                  PROPERTY_BIT(PROPERTY_VALID_MEMTRACK);

typedef struct Answer {
  Ledger *ledger;
  EngineResult result;
  const char *verdict;
} Answer;

static Answer ask(Arena *arena, const char *body, EngineOptions options) {
  const char *text = arena_printf(arena,
                                  "target 64\nentry @main\nglobal @g 8\n"
                                  "func @foreign()\n"
                                  "func @main() -> i32 {\ne:\n%s}\n",
                                  body);
  Answer answer = {ledger_new(arena, fixture_parse(arena, text), options.properties)};
  EngineBudget budget = {.cpu_seconds = 10};
  answer.result = engine_run(&concrete_engine, answer.ledger, &options, budget);
  assert_int_equal(answer.result.end, ENGINE_DONE);
  assert_int_equal(answer.result.unconfirmed, 0);
  Verdict verdict = verdict_of(answer.ledger, options.properties, NULL, 0, arena);
  answer.verdict = verdict_text(&verdict, arena);
  return answer;
}

static void expect(void **state, const char *body, const char *verdict) {
  Answer answer = ask(*state, body, (EngineOptions){.properties = memory});
  assert_string_equal(answer.verdict, verdict);
}

static void only_run_proves(void **state) {
  Answer answer = ask(*state, "  store i32 1, @g\n  %x = load i32 @g\n  ret %x\n",
                      (EngineOptions){.properties = memory});
  assert_string_equal(answer.verdict, "TRUE");
  assert_int_equal(answer.result.safe, 2);
  assert_non_null(strstr(answer.ledger->checks.data[0].evidence, "only run"));
  assert_string_equal(answer.ledger->opaque_engine, "concrete");
}

static void abort_and_assume_end_the_only_run(void **state) {
  expect(state, "  store i32 1, @g\n  abort \"assertion\"\n", "TRUE");
  expect(state, "  assume false\n  store i32 1, null\n  ret 0\n", "TRUE");
}

static void default_run_breaks(void **state) {
  expect(state, "  store i32 1, null\n  ret 0\n", "FALSE(valid-deref)");
  expect(state, "  %n = input i32 \"n\"\n  store i32 %n, null\n  ret 0\n",
         "FALSE(valid-deref)");
  expect(state, "  free @g\n  ret 0\n", "FALSE(valid-free)");
  expect(state, "  %p = alloc 4\n  ret 0\n", "FALSE(valid-memtrack)");
}

static const char when_equal[] = "  %%n = input i32 \"n\"\n"
                                 "  %%m = input i32 \"m\"\n"
                                 "  %%c = icmp eq i32 %%%s, %d\n"
                                 "  cbr %%c, bad, good\n"
                                 "bad:\n  store i32 1, null\n  ret 0\n"
                                 "good:\n  ret 0\n";

static void other_inputs_find(void **state) {
  static const int easy[] = {1, -1, 2, 10, 1000};
  for (unsigned i = 0; i < sizeof easy / sizeof *easy; i++)
    expect(state, arena_printf(*state, when_equal, "n", easy[i]), "FALSE(valid-deref)");
  expect(state, arena_printf(*state, when_equal, "m", 2), "FALSE(valid-deref)");
}

static void inputs_never_prove(void **state) {
  expect(state, arena_printf(*state, when_equal, "n", 123456789), "UNKNOWN");
  Answer answer = ask(*state, "  %n = input i32 \"n\"\n  store i32 %n, @g\n  ret 0\n",
                      (EngineOptions){.properties = memory});
  assert_string_equal(answer.verdict, "UNKNOWN");
  assert_int_equal(answer.result.safe, 0);
  assert_non_null(strstr(answer.result.reason, "its inputs"));
}

static void uninitialised_control_never_proves(void **state) {
  expect(state,
         "  %a = alloca 4\n  %n = load i32 %a\n  %c = icmp eq i32 %n, 123456\n"
         "  cbr %c, bad, good\n"
         "bad:\n  store i32 1, null\n  ret 0\n"
         "good:\n  ret 0\n",
         "UNKNOWN");
}

/* Other content of uninitialised memory is tried, but the same bytes stay the same. */
static void uninitialised_memory(void **state) {
  expect(state,
         "  %a = alloca 4\n  %n = load i32 %a\n  %c = icmp slt i32 %n, 0\n"
         "  cbr %c, bad, good\n"
         "bad:\n  store i32 1, null\n  ret 0\n"
         "good:\n  ret 0\n",
         "FALSE(valid-deref)");
  expect(state,
         "  %a = alloca 4\n  %n = load i32 %a\n  %m = load i32 %a\n"
         "  %c = icmp eq i32 %n, %m\n  cbr %c, good, bad\n"
         "bad:\n  store i32 1, null\n  ret 0\n"
         "good:\n  ret 0\n",
         "UNKNOWN");
}

static void failing_allocation_is_tried(void **state) {
  static const char body[] = "  %p = alloc 4\n  store i32 1, %p\n  free %p\n  ret 0\n";
  expect(state, body, "TRUE");
  Answer answer = ask(*state, body, (EngineOptions){memory, .malloc_may_fail = true});
  assert_string_equal(answer.verdict, "FALSE(valid-deref)");
}

static void unknown_code_never_proves(void **state) {
  expect(state, "  call void @foreign()\n  store i32 1, @g\n  ret 0\n", "UNKNOWN");
  expect(state, "  opaque void \"asm\"\n  ret 0\n", "UNKNOWN");
}

/* It is in the program, but no run comes to it. */
static void opaque_that_is_not_reached(void **state) {
  expect(state,
         "  %x = load i32 @g\n  %c = icmp eq i32 %x, 0\n  cbr %c, good, bad\n"
         "bad:\n  opaque void \"asm\"\n  ret 0\n"
         "good:\n  ret 0\n",
         "TRUE");
}

static void trap_never_proves(void **state) {
  expect(state,
         "  %x = load i32 @g\n  %d = udiv i32 1, %x\n  store i32 1, null\n  ret %d\n",
         "UNKNOWN");
}

static const char counting[] = "  br loop\n"
                               "loop:\n"
                               "  %%i = phi i32 [0, e], [%%next, loop]\n"
                               "  %%next = add i32 %%i, 1\n"
                               "  store i32 %%i, @g\n"
                               "  %%more = icmp ult i32 %%next, %u\n"
                               "  cbr %%more, loop, done\n"
                               "done:\n  ret 0\n";

static void long_run_proves(void **state) {
  expect(state, arena_printf(*state, counting, 1000000u), "TRUE");
}

static void effort_limit(void **state) {
  Answer answer = ask(*state, arena_printf(*state, counting, 1000000u),
                      (EngineOptions){.properties = memory, .max_steps = 1000});
  assert_string_equal(answer.verdict, "UNKNOWN");
  assert_non_null(strstr(answer.result.reason, "did not end"));
}

static void endless_run_ends_with_the_budget(void **state) {
  Arena *arena = *state;
  Program *p = fixture_parse(arena, "target 64\nentry @main\nglobal @g 4\n"
                                    "func @main() {\ne:\n  br loop\n"
                                    "loop:\n  store i32 1, @g\n  br loop\n}\n");
  Ledger *ledger = ledger_new(arena, p, memory);
  EngineOptions options = {.properties = memory};
  EngineResult result =
    engine_run(&concrete_engine, ledger, &options, (EngineBudget){.cpu_seconds = 0.5});
  assert_int_equal(result.end, ENGINE_TIMEOUT);
  assert_non_null(strstr(result.reason, "the only run did not end"));
  assert_int_equal(ledger_count(ledger, CHECK_OPEN), 1);
}

/* The block is lost in a loop that never ends. */
static void leak_in_an_endless_run(void **state) {
  expect(state, "  br loop\nloop:\n  %p = alloc 4\n  %n = input i32 \"n\"\n  br loop\n",
         "FALSE(valid-memtrack)");
}

static void nothing_to_run(void **state) {
  Arena *arena = *state;
  Program *p = fixture_parse(arena, "target 64\nfunc @f(ptr %p) {\ne:\n"
                                    "  store i32 1, %p\n  ret\n}\n");
  Ledger *ledger = ledger_new(arena, p, memory);
  EngineOptions options = {.properties = memory};
  EngineResult result = engine_run(&concrete_engine, ledger, &options, (EngineBudget){0});
  assert_int_equal(result.end, ENGINE_DONE);
  assert_non_null(strstr(result.reason, "no entry"));
}

static int setup(void **state) { return *state = arena_new(), 0; }
static int teardown(void **state) { return arena_free(*state), 0; }
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void) {
  const struct CMUnitTest tests[] = {
    TEST(only_run_proves),
    TEST(abort_and_assume_end_the_only_run),
    TEST(default_run_breaks),
    TEST(other_inputs_find),
    TEST(inputs_never_prove),
    TEST(uninitialised_control_never_proves),
    TEST(uninitialised_memory),
    TEST(failing_allocation_is_tried),
    TEST(unknown_code_never_proves),
    TEST(opaque_that_is_not_reached),
    TEST(trap_never_proves),
    TEST(long_run_proves),
    TEST(effort_limit),
    TEST(endless_run_ends_with_the_budget),
    TEST(leak_in_an_endless_run),
    TEST(nothing_to_run),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
