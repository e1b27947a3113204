/* Which checks a program has, how they are printed, saved and loaded. */
#include "ir_fixture.h"
#include "ledger/ledger.h"

static const char sample[] =
  "target 64\n"
  "file 1 \"b.c\"\n"
  "file 2 \"a.c\"\n"
  "entry @main\n"
  "func @model_copy(ptr %a, ptr %b) model {\n"
  "e:\n  copy %a, %b, 8\n  move %a, %b, 8\n  fill %a, 0, 1\n  ret\n}\n"
  "func @second() !1:20:1 {\n"
  "e:\n"
  "  %p = alloc 4 !21:3\n"
  "  %s = alloc 4 static\n"
  "  %q = realloc %p, 8 !22:3\n"
  "  free %q !23:3\n"
  "  %f = load ptr %s nocheck\n"
  "  call void %f() !24:3\n"
  "  call void @main()\n"
  "  output 1, %s, 3\n"
  "  %l = fmtfloat i32 %s, 4, f64 0x0, %f\n"
  "  ret\n}\n"
  "func @first() !1:3:1 {\n"
  "e:\n"
  "  %x = load i32 @g !4:7\n"
  "  store i8 1, @g !5:7\n"
  "  ret\n}\n"
  "func @main() !2:30:1 {\n"
  "e:\n"
  "  %n = input i32 \"n\"\n"
  "  %a = add i32 %n, 1 nsw !31:5\n"
  "  %b = add i32 %n, 1\n"
  "  %c = shl i32 %n, 1 nsw\n"
  "  %d = sdiv i32 %n, %a\n"
  "  %e = urem i32 %n, %a\n"
  "  ret\n}\n"
  "global @g 4\n";

static const PropertySet all = (1u << PROPERTY_COUNT) - 1;

static Ledger *new_ledger(Arena *arena, PropertySet properties) {
  return ledger_new(arena, fixture_parse(arena, sample), properties);
}

static bool has_check(const Ledger *ledger, CheckKind kind, Op op, uint32_t n) {
  return ledger_find(ledger, kind, fixture_op(ledger->program, op, n)).id != IR_NONE;
}

static uint32_t checks_at(const Ledger *ledger, Op op, uint32_t n) {
  uint32_t count = 0;
  for (uint32_t kind = 0; kind < CHECK_KIND_COUNT; kind++)
    count += has_check(ledger, (CheckKind)kind, op, n);
  return count;
}

static void which_checks(void **state) {
  Ledger *l = new_ledger(*state, all);
  assert_int_equal(checks_at(l, OP_COPY, 0), 3);
  assert_int_equal(checks_at(l, OP_MOVE, 0), 2);
  assert_false(has_check(l, CHECK_OVERLAP, OP_MOVE, 0));
  assert_true(has_check(l, CHECK_WRITE, OP_FILL, 0));
  assert_true(has_check(l, CHECK_LOST, OP_ALLOC, 0) &&
              has_check(l, CHECK_CLEANUP, OP_ALLOC, 0));
  assert_int_equal(checks_at(l, OP_ALLOC, 1), 0);
  assert_int_equal(checks_at(l, OP_REALLOC, 0), 3);
  assert_true(has_check(l, CHECK_FREE, OP_FREE, 0));
  assert_int_equal(checks_at(l, OP_LOAD, 0), 0);
  assert_true(has_check(l, CHECK_READ, OP_LOAD, 1) &&
              has_check(l, CHECK_WRITE, OP_STORE, 0));
  assert_true(has_check(l, CHECK_CALLEE, OP_CALL, 0));
  assert_int_equal(checks_at(l, OP_CALL, 1), 0);
  assert_true(has_check(l, CHECK_READ, OP_OUTPUT, 0));
  assert_int_equal(checks_at(l, OP_FMTFLOAT, 0), 2);
  assert_true(has_check(l, CHECK_OVERFLOW, OP_ADD, 0) &&
              has_check(l, CHECK_OVERFLOW, OP_SHL, 0));
  assert_true(has_check(l, CHECK_OVERFLOW, OP_SDIV, 0));
  assert_int_equal(checks_at(l, OP_ADD, 1) + checks_at(l, OP_UREM, 0), 0);
  assert_int_equal(ledger_count(l, CHECK_OPEN), l->checks.len);
}

static void only_the_properties_asked_for(void **state) {
  Ledger *l = new_ledger(*state, PROPERTY_BIT(PROPERTY_VALID_FREE));
  assert_int_equal(l->checks.len, 2);
  assert_true(has_check(l, CHECK_FREE, OP_REALLOC, 0) &&
              has_check(l, CHECK_FREE, OP_FREE, 0));
  assert_int_equal(new_ledger(*state, 0)->checks.len, 0);
}

/* a.c before b.c, lines rising, models last. */
static void order_of_functions(void **state) {
  Ledger *l = new_ledger(*state, all);
  static const char *const order[] = {"main", "first", "second", "model_copy"};
  uint32_t at = 0;
  for (uint32_t i = 0; i < l->checks.len; i++) {
    const Program *p = l->program;
    const char *name =
      ir_text(p, ir_function(p, ir_fn_of(p, l->checks.data[i].at))->name);
    while (at < 4 && strcmp(order[at], name)) at++;
    assert_true(at < 4);
    if (i && l->checks.data[i - 1].at.id != l->checks.data[i].at.id)
      assert_int_equal(map_get(&l->by_inst, l->checks.data[i].at.id, IR_NONE), i);
  }
  assert_int_equal(at, 3);
}

static void decide(Ledger *l, uint32_t id, CheckStatus status, const char *engine,
                   const char *evidence) {
  Check *check = &l->checks.data[id];
  check->status = (uint8_t)status;
  check->engine = engine;
  check->evidence = evidence;
}

static void printed(void **state) {
  Arena *arena = *state;
  Ledger *l = new_ledger(arena, all);
  CheckId load = ledger_find(l, CHECK_READ, fixture_value(l->program, "x"));
  CheckId store = ledger_find(l, CHECK_WRITE, fixture_op(l->program, OP_STORE, 0));
  decide(l, load.id, CHECK_SAFE, "points", "only @g, 4 bytes\nat offset 0");
  l->checks.data[store.id].suspect = true;
  VecChar out = {0};
  ledger_print(l, arena, &out, false);
  assert_non_null(strstr(out.data,
                         "\nb.c:4:7: read of 4 bytes: safe [points]: only @g, 4 "
                         "bytes\n    at offset 0\n"));
  assert_non_null(strstr(out.data, "\nb.c:5:7: write of 1 byte: open, suspect\n"));
  assert_non_null(strstr(out.data, "a.c:31:5: signed overflow of add: open\n"));
  assert_non_null(strstr(out.data, "?: write of 8 bytes by a copy: open\n"));
  VecChar line = {0};
  ledger_print_check(l, store, arena, &line, true);
  char expected[96];
  snprintf(expected, sizeof expected,
           "b.c:5:7: write of 1 byte: open, suspect (check %u in first)\n", store.id);
  assert_string_equal(line.data, expected);
}

static void saved_and_loaded(void **state) {
  Arena *arena = *state;
  Ledger *l = new_ledger(arena, all);
  decide(l, 0, CHECK_SAFE, "points", "quotes \" and \xff bytes");
  decide(l, 2, CHECK_BROKEN, "concrete", "seen");
  l->checks.data[1].suspect = true;
  l->witness_check.id = 2;
  l->witness_report = "it broke\nhere";
  l->opaque_engine = "concrete";
  vec_push(arena, &l->witness.choices,
           (Choice){.at = {3}, .kind = CHOICE_ALLOC, .type = type_ptr(), .lo = 1});
  vec_push(arena, &l->witness.choices,
           (Choice){.at = VAL_NONE, .type = type_int(128), .lo = UINT64_MAX, .hi = 5});
  const char *text = ledger_to_json(l, arena), *error = NULL;
  Ledger *again = new_ledger(arena, all);
  assert_true(ledger_load_json(again, text, &error));
  assert_string_equal(again->checks.data[0].evidence, "quotes \" and ? bytes");
  assert_int_equal(again->checks.data[2].status, CHECK_BROKEN);
  assert_true(again->checks.data[1].suspect);
  assert_string_equal(again->witness_report, "it broke\nhere");
  assert_int_equal(again->witness.choices.len, 2);
  assert_true(val_none(again->witness.choices.data[1].at));
  again->checks.data[0].evidence = l->checks.data[0].evidence;
  assert_string_equal(ledger_to_json(again, arena), text);
}

/* `from` in the saved text is replaced by `to`. */
static const char *changed(Arena *arena, const char *text, const char *from,
                           const char *to) {
  const char *at = strstr(text, from);
  assert_non_null(at);
  return arena_printf(arena, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
}

static void refused(void **state) {
  Arena *arena = *state;
  Ledger *l = new_ledger(arena, all);
  const char *text = ledger_to_json(l, arena), *error = NULL;
  static const char *const changes[][2] = {
    {"belay-ledger", "ledger"},
    {"\"version\": 1", "\"version\": 2"},
    {"\"pointer_bits\": 64", "\"pointer_bits\": 32"},
    {"\"overflow\"", "\"read\""},
    {"\"open\"", "\"shut\""},
    {"\"function\": \"main\"", "\"function\": \"niam\""},
    {"\"instruction\": 1", "\"instruction\": 1000000"},
    {"\"instruction\": 1", "\"instruction\": -1"},
    {"\"function_id\": 3", "\"function_id\": 99"},
    {"\"checks\": [", "\"checks\": [ {},"},
    {"{", "["},
  };
  decide(l, 0, CHECK_SAFE, "points", NULL);
  for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
    error = NULL;
    const char *bad = changed(arena, text, changes[i][0], changes[i][1]);
    assert_false(ledger_load_json(l, bad, &error));
    assert_non_null(error);
    assert_int_equal(l->checks.data[0].status, CHECK_SAFE);
  }
  Ledger *fewer = new_ledger(arena, PROPERTY_BIT(PROPERTY_VALID_FREE));
  assert_false(ledger_load_json(fewer, text, &error));
  assert_true(ledger_load_json(l, text, &error));
  assert_int_equal(l->checks.data[0].status, CHECK_OPEN);
}

static int setup(void **state) { return *state = arena_new(), 0; }
static int teardown(void **state) { return arena_free(*state), 0; }

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test_setup_teardown(which_checks, setup, teardown),
    cmocka_unit_test_setup_teardown(only_the_properties_asked_for, setup, teardown),
    cmocka_unit_test_setup_teardown(order_of_functions, setup, teardown),
    cmocka_unit_test_setup_teardown(printed, setup, teardown),
    cmocka_unit_test_setup_teardown(saved_and_loaded, setup, teardown),
    cmocka_unit_test_setup_teardown(refused, setup, teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
