/* From a ledger to TRUE, FALSE(property) or UNKNOWN. */
#include "ir_fixture.h"
#include "ledger/verdict.h"

static const PropertySet memory =
  PROPERTY_BIT(PROPERTY_VALID_DEREF) | PROPERTY_BIT(PROPERTY_VALID_FREE);

static const char plain[] = "target 64\nentry @main\nglobal @g 8\n"
                            "func @main() -> i32 {\ne:\n"
                            "  %a = load i32 @g\n"
                            "  %b = load i32 @g\n"
                            "  free null\n"
                            "  ret 0\n}\n";

static Ledger *ledger_of(Arena *arena, const char *text, PropertySet properties) {
  return ledger_new(arena, fixture_parse(arena, text), properties);
}

static void set(Ledger *ledger, uint32_t check, CheckStatus status,
                const char *evidence) {
  ledger->checks.data[check].status = (uint8_t)status;
  ledger->checks.data[check].evidence = evidence;
}

static void close_all(Ledger *ledger) {
  for (uint32_t i = 0; i < ledger->checks.len; i++) set(ledger, i, CHECK_SAFE, "so");
}

static void expect(Ledger *ledger, PropertySet properties, const char *text,
                   Arena *arena) {
  Verdict verdict = verdict_of(ledger, properties, NULL, 0, arena);
  assert_string_equal(verdict_text(&verdict, arena), text);
  assert_int_equal(verdict.reasons.len > 0, verdict.kind == VERDICT_UNKNOWN);
}

static void three_verdicts(void **state) {
  Arena *arena = *state;
  Ledger *l = ledger_of(arena, plain, memory);
  expect(l, memory, "UNKNOWN", arena);
  close_all(l);
  expect(l, memory, "TRUE", arena);
  set(l, 2, CHECK_OPEN, NULL);
  expect(l, memory, "UNKNOWN", arena);
  expect(l, PROPERTY_BIT(PROPERTY_VALID_DEREF), "TRUE", arena);
  set(l, 2, CHECK_BROKEN, "bang");
  expect(l, memory, "FALSE(valid-free)", arena);
  expect(l, PROPERTY_BIT(PROPERTY_VALID_DEREF), "TRUE", arena);
  set(l, 0, CHECK_BROKEN, "bang");
  expect(l, memory, "FALSE(valid-deref)", arena);
  l->witness_check.id = 2;
  expect(l, memory, "FALSE(valid-free)", arena);
}

static void property_that_was_not_listed(void **state) {
  Arena *arena = *state;
  Ledger *l = ledger_of(arena, plain, memory);
  close_all(l);
  expect(l, memory | PROPERTY_BIT(PROPERTY_NO_OVERFLOW), "UNKNOWN", arena);
}

static void reasons(void **state) {
  Arena *arena = *state;
  Ledger *l = ledger_of(arena, plain, memory);
  set(l, 0, CHECK_OPEN, "points: two objects");
  set(l, 1, CHECK_OPEN, "bounds: no bound");
  set(l, 2, CHECK_OPEN, "bounds: no bound");
  EngineResult gave_up = {.reason = "out of time"}, fine = {0};
  VerdictEngine engines[] = {{"points", &fine}, {"shape", &gave_up}};
  Verdict verdict = verdict_of(l, memory, engines, 2, arena);
  assert_int_equal(verdict.reasons.len, 3);
  assert_string_equal(verdict.reasons.data[0].text, "bounds: no bound");
  assert_int_equal(verdict.reasons.data[0].checks, 2);
  assert_int_equal(verdict.reasons.data[0].first.id, 1);
  assert_string_equal(verdict.reasons.data[1].text, "points: two objects");
  assert_string_equal(verdict.reasons.data[2].text, "shape: out of time");
  assert_int_equal(verdict.reasons.data[2].checks, 0);
}

static void no_checks(void **state) {
  Arena *arena = *state;
  expect(
    ledger_of(arena, "target 64\nentry @main\nfunc @main() {\ne:\n  ret\n}\n", memory),
    memory, "TRUE", arena);
  expect(ledger_of(arena, "target 64\nfunc @f() {\ne:\n  ret\n}\n", memory), memory,
         "UNKNOWN", arena);
}

static void opaque_code(void **state) {
  Arena *arena = *state;
  static const char format[] = "target 64\nentry @main\n"
                               "func @f() {\ne:\n  opaque void \"assembler\"\n  ret\n}\n"
                               "func @main() {\ne:\n%s  ret\n}\n";
  expect(ledger_of(arena, arena_printf(arena, format, ""), memory), memory, "TRUE",
         arena);
  const char *called = arena_printf(arena, format, "  call void @f()\n");
  Ledger *l = ledger_of(arena, called, memory);
  expect(l, memory, "UNKNOWN", arena);
  Verdict verdict = verdict_of(l, memory, NULL, 0, arena);
  assert_non_null(strstr(verdict.reasons.data[0].text, "assembler"));
  l->opaque_engine = "concrete";
  expect(l, memory, "TRUE", arena);
}

static void wrong_call(void **state) {
  Arena *arena = *state;
  expect(ledger_of(arena,
                   "target 64\nentry @main\nfunc @f(i32 %x) {\ne:\n  ret\n}\n"
                   "func @main() {\ne:\n  call void @f()\n  ret\n}\n",
                   memory),
         memory, "UNKNOWN", arena);
}

static void unknown_functions_are_assumptions(void **state) {
  Arena *arena = *state;
  Ledger *l = ledger_of(arena,
                        "target 64\nassumption \"ints are small\"\nentry @main\n"
                        "func @used(ptr)\nfunc @unused(ptr)\n"
                        "func @main() {\ne:\n  call void @used(ptr null)\n  ret\n}\n",
                        memory);
  Verdict verdict = verdict_of(l, memory, NULL, 0, arena);
  assert_int_equal(verdict.kind, VERDICT_TRUE);
  assert_int_equal(verdict.assumptions.len, 2);
  assert_string_equal(verdict.assumptions.data[0], "ints are small");
  assert_string_equal(verdict.assumptions.data[1],
                      "used() neither frees nor writes outside its arguments");
}

static int setup(void **state) { return *state = arena_new(), 0; }
static int teardown(void **state) { return arena_free(*state), 0; }
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void) {
  const struct CMUnitTest tests[] = {
    TEST(three_verdicts),
    TEST(property_that_was_not_listed),
    TEST(reasons),
    TEST(no_checks),
    TEST(opaque_code),
    TEST(wrong_call),
    TEST(unknown_functions_are_assumptions),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
