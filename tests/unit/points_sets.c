/* Points-to sets of IR texts, written out; and the questions that the instrumentation and
 * the slicer ask. Every program is also run, and what the run sees must be in the sets.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "ir/text.h"
#include "ir/verify.h"
#include "points/points.h"

typedef struct Case {
  const char *name;
  const char *text;
  const char *expected;
} Case;

static const Case cases[] = {
#define CASE(name, text, expected) {name, text, expected},
#include "points_cases.def"
#undef CASE
};

static Program *parse(Arena *arena, const char *text) {
  IrError error;
  const char *message;
  Program *p = ir_parse(arena, text, "case", &error);
  if (!p) fail_msg("%u:%u: %s", error.line, error.column, error.message);
  if (!ir_verify(p, arena, &message)) fail_msg("%s", message);
  return p;
}

static Val named(const Program *p, const char *name) {
  for (Val v = {0}; v.id < p->insts.len; v.id++)
    if (strcmp(ir_text(p, ir_inst(p, v)->name), name) == 0) return v;
  fail_msg("there is no %%%s", name);
  return VAL_NONE;
}

/* The number'th instruction of this kind. */
static Val nth(const Program *p, Op op, uint32_t number) {
  for (Val v = {0}; v.id < p->insts.len; v.id++)
    if (ir_inst(p, v)->op == op && !number--) return v;
  fail_msg("there is no such instruction");
  return VAL_NONE;
}

/* ---- sets ---- */

static void check_sets(void **state) {
  const Case *c = *state;
  Arena *arena = arena_new();
  Program *p = parse(arena, c->text);
  Points *points = points_analyse(p, arena, NULL);
  VecChar out = {0};
  points_print(points, false, arena, &out);
  assert_string_equal(out.data, c->expected);
  arena_free(arena);
}

static void check_runs(void **state) {
  const Case *c = *state;
  Arena *arena = arena_new();
  Program *p = parse(arena, c->text);
  for (int flat = 0; flat < 2; flat++) {
    Points *points = points_analyse(p, arena, &(PointsOptions){.flat = flat});
    for (uint64_t value = 0; value < 4; value++) {
      Inputs inputs = {0};
      for (int i = 0; i < 8; i++)
        inputs_add(
          arena, &inputs,
          (Choice){.at = VAL_NONE, .kind = CHOICE_INPUT, .lo = i < 3 ? value : 0});
      const char *wrong = points_contradiction(points, &inputs, 10000, arena);
      if (wrong) fail_msg("%s: %s", c->name, wrong);
    }
  }
  arena_free(arena);
}

/* ---- questions ---- */

static const char kinds_text[] = "target 64\n"
                                 "entry @main\n"
                                 "global @a 40\n"
                                 "\n"
                                 "func @main() -> i32 {\n"
                                 "entry:\n"
                                 "  %local = alloca 40\n"
                                 "  %kept = alloc 40\n"
                                 "  %gone = alloc 8\n"
                                 "  %n = input i64 \"n\"\n"
                                 "  %in_stack = addr %local + 4 + %n * 4\n"
                                 "  store i32 1, %in_stack\n"
                                 "  %in_heap = addr %kept + %n * 4\n"
                                 "  store i32 1, %in_heap\n"
                                 "  %in_global = addr @a + %n * 4\n"
                                 "  store i32 1, %in_global\n"
                                 "  %c = icmp eq i64 %n, 0\n"
                                 "  %either = select ptr %c, %local, (@a + 8)\n"
                                 "  %far = addr %either + %n * 4\n"
                                 "  store i32 1, %far\n"
                                 "  free %gone\n"
                                 "  ret 0\n"
                                 "}\n";

static void expect_kinds(const PointsAccess *a, bool heap, bool stack, bool globals) {
  assert_int_equal(a->verdict, POINTS_OPEN);
  assert_int_equal(a->heap_only, heap);
  assert_int_equal(a->stack_only, stack);
  assert_int_equal(a->globals_only, globals);
}

static void check_kinds(void **state) {
  Arena *arena = arena_new();
  Program *p = parse(arena, kinds_text);
  Points *points = points_analyse(p, arena, NULL);
  PointsAccess a = points_deref(points, nth(p, OP_STORE, 0), 1);
  expect_kinds(&a, false, true, false);
  a = points_deref(points, nth(p, OP_STORE, 1), 1);
  expect_kinds(&a, true, false, false);
  a = points_deref(points, nth(p, OP_STORE, 2), 1);
  expect_kinds(&a, false, false, true);
  a = points_deref(points, nth(p, OP_STORE, 3), 1);
  expect_kinds(&a, false, false, false);
  arena_free(arena);
}

/* The paper's four bounds: of p0, which means the start of `local` or 8 bytes into `a`.
 */
static void check_bounds(void **state) {
  Arena *arena = arena_new();
  Program *p = parse(arena, kinds_text);
  Points *points = points_analyse(p, arena, NULL);
  PointsBounds b = points_deref(points, nth(p, OP_STORE, 3), 1).bounds;
  assert_true(b.known);
  assert_int_equal(b.base.id, named(p, "either").id);
  assert_int_equal(b.min_before, 0);
  assert_int_equal(b.max_before, 8);
  assert_int_equal(b.min_after, 32);
  assert_int_equal(b.max_after, 40);
  arena_free(arena);
}

static void check_locations(void **state) {
  Arena *arena = arena_new();
  Program *p = parse(arena, kinds_text);
  Points *points = points_analyse(p, arena, NULL);
  uint32_t kept = points_location_of_inst(points, named(p, "kept"));
  uint32_t gone = points_location_of_inst(points, named(p, "gone"));
  uint32_t local = points_location_of_inst(points, named(p, "local"));
  assert_true(points_may_leak(points, kept));
  assert_false(points_may_leak(points, gone));
  assert_false(points_may_leak(points, local));
  PointsLocation l = points_location(points, gone);
  assert_int_equal(l.kind, POINTS_HEAP);
  assert_true(l.single && l.freed && l.made && !l.escapes && !l.exposed);
  assert_int_equal(l.size_lo, 8);
  assert_int_equal(l.size_hi, 8);
  assert_int_equal(points_location_of_inst(points, named(p, "n")), IR_NONE);
  arena_free(arena);
}

/* ---- unknown pointers ---- */

/* A number near 0 is no address; a large one may mean what is exposed, and only that. */
static void check_numbers(void **state) {
  Arena *arena = arena_new();
  Program *p = parse(arena, "target 64\n"
                            "entry @main\n"
                            "\n"
                            "func @main() -> i32 {\n"
                            "entry:\n"
                            "  %seen = alloca 8\n"
                            "  %apart = alloca 8\n"
                            "  %number = ptrtoint i64 %seen\n"
                            "  %bits = xor i64 %number, 4\n"
                            "  %n = input i64 \"n\"\n"
                            "  %wild = inttoptr %n\n"
                            "  %near = inttoptr 40\n"
                            "  store i32 1, %wild\n"
                            "  ret 0\n"
                            "}\n");
  Points *points = points_analyse(p, arena, NULL);
  PointsSet wild = points_set_of(points, named(p, "wild"));
  assert_true(wild.has_wild && wild.has_unknown && wild.has_null &&
              !wild.has_uninitialised);
  PointsSet near = points_set_of(points, named(p, "near"));
  assert_true(!near.has_wild && !near.has_unknown && !near.has_null && !near.count);
  uint32_t seen = points_location_of_inst(points, named(p, "seen"));
  uint32_t apart = points_location_of_inst(points, named(p, "apart"));
  assert_true(points_location(points, seen).exposed);
  assert_false(points_location(points, apart).exposed);
  arena_free(arena);
}

/* ---- limits ---- */

/* Beyond its budget the analysis answers without the order of execution: weaker, and it
 * calls nothing wrong for sure. */
static void check_limit(void **state) {
  Arena *arena = arena_new();
  Program *p = parse(arena, "target 64\n"
                            "entry @main\n"
                            "\n"
                            "func @main() -> i32 {\n"
                            "entry:\n"
                            "  %p = alloca 8\n"
                            "  %m = alloc 20\n"
                            "  store ptr %m, %p\n"
                            "  free %m\n"
                            "  %x = load ptr %p\n"
                            "  store i32 1, %x\n"
                            "  ret 0\n"
                            "}\n");
  Val wrong = nth(p, OP_STORE, 1);
  const char *reason = NULL;
  Points *precise = points_analyse(p, arena, NULL);
  assert_true(points_is_precise(precise, &reason));
  assert_int_equal(points_check(precise, CHECK_WRITE, wrong).verdict, POINTS_FAIL);
  Points *limited = points_analyse(p, arena, &(PointsOptions){.limit = 1});
  assert_false(points_is_precise(limited, &reason));
  assert_non_null(reason);
  assert_int_equal(points_check(limited, CHECK_WRITE, wrong).verdict, POINTS_OPEN);
  assert_int_equal(points_check(limited, CHECK_WRITE, nth(p, OP_STORE, 0)).verdict,
                   POINTS_SAFE);
  arena_free(arena);
}

int main(void) {
  enum { COUNT = sizeof cases / sizeof *cases };
  struct CMUnitTest tests[2 * COUNT + 5] = {
    cmocka_unit_test(check_kinds),     cmocka_unit_test(check_bounds),
    cmocka_unit_test(check_locations), cmocka_unit_test(check_numbers),
    cmocka_unit_test(check_limit),
  };
  for (int i = 0; i < COUNT; i++) {
    tests[2 * i + 5] =
      (struct CMUnitTest){cases[i].name, check_sets, NULL, NULL, (void *)&cases[i]};
    tests[2 * i + 6] =
      (struct CMUnitTest){cases[i].name, check_runs, NULL, NULL, (void *)&cases[i]};
  }
  return cmocka_run_group_tests(tests, NULL, NULL);
}
