/* The symbolic engine on small programs in IR text, each right and wrong. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "ir/text.h"
#include "ir/verify.h"
#include "symbolic/symbolic.h"

typedef enum Outcome { SAFE, BROKEN, OPEN } Outcome;

static Outcome decide(const char *text, bool may_fail) {
  Arena *arena = arena_new();
  IrError error = {0};
  Program *p = ir_parse(arena, text, "test.ir", &error);
  if (!p) fail_msg("%u: %s", error.line, error.message);
  const char *message = NULL;
  if (!ir_verify(p, arena, &message)) fail_msg("%s", message);
  PropertySet all =
    PROPERTY_BIT(PROPERTY_VALID_DEREF) | PROPERTY_BIT(PROPERTY_VALID_FREE) |
    PROPERTY_BIT(PROPERTY_VALID_MEMTRACK) | PROPERTY_BIT(PROPERTY_VALID_COPY);
  Ledger *ledger = ledger_new(arena, p, all);
  EngineOptions options = {.properties = all, .malloc_may_fail = may_fail};
  engine_run(&symbolic_engine, ledger, &options, (EngineBudget){.cpu_seconds = 5});
  Outcome outcome = ledger_count(ledger, CHECK_BROKEN)                       ? BROKEN
                    : ledger_count(ledger, CHECK_SAFE) == ledger->checks.len ? SAFE
                                                                             : OPEN;
  arena_free(arena);
  return outcome;
}

#define HEAD                                                                             \
  "target 32\nentry @main\nglobal @a 40 align 4\nglobal @p 16 align 4\nfunc @main() -> " \
  "i32 {\nentry:\n"
#define TAIL "  ret 0\n}\n"

static void index_from_input(void **state) {
  (void)state;
  const char *form =
    HEAD "  %%i = input i32 \"nondet\"\n"
         "  %%low = icmp sle i32 0, %%i\n  assume %%low\n"
         "  %%high = icmp slt i32 %%i, %d\n  assume %%high\n"
         "  %%q = addr @a + %%i * 4\n  store i32 %%i, %%q\n  %%v = load i32 %%q\n" TAIL;
  char text[2000];
  snprintf(text, sizeof text, form, 10);
  assert_int_equal(decide(text, false), SAFE);
  snprintf(text, sizeof text, form, 11);
  assert_int_equal(decide(text, false), BROKEN);
}

static void stored_values_are_found_again(void **state) {
  (void)state;
  /* a[i] = 3; a[j] = 0; then a[a[i]]: only wrong with a too large factor. */
  const char *form = HEAD "  %%i = input i32 \"nondet\"\n  %%j = input i32 \"nondet\"\n"
                          "  %%c = icmp ult i32 %%i, 10\n  assume %%c\n  %%d = icmp ult "
                          "i32 %%j, 10\n  assume %%d\n"
                          "  %%q = addr @a + %%i * 4\n  %%r = addr @a + %%j * 4\n"
                          "  store i32 3, %%q\n  store i32 0, %%r\n  %%v = load i32 %%q\n"
                          "  %%w = addr @a + %%v * %d\n  store i8 1, %%w\n" TAIL;
  char text[2000];
  snprintf(text, sizeof text, form, 13);
  assert_int_equal(decide(text, false), SAFE);
  snprintf(text, sizeof text, form, 14);
  assert_int_equal(decide(text, false), BROKEN);
}

static void size_from_input(void **state) {
  (void)state;
  const char *form =
    HEAD "  %%n = input i32 \"nondet\"\n  %%c = icmp ult i32 %%n, 1000\n  assume %%c\n"
         "  %%b = alloc %%n\n  %%i = input i32 \"nondet\"\n"
         "  %%d = icmp %s i32 %%i, %%n\n  assume %%d\n  %%q = addr %%b + %%i * 1\n  "
         "store i8 1, %%q\n"
         "  free %%b\n" TAIL;
  char text[2000];
  snprintf(text, sizeof text, form, "ult");
  assert_int_equal(decide(text, false), SAFE);
  snprintf(text, sizeof text, form, "ule");
  assert_int_equal(decide(text, false), BROKEN);
}

static void pointers_in_arrays(void **state) {
  (void)state;
  /* A table of two pointers, indexed by an input; one entry is stale in the wrong
   * variant. */
  const char *form =
    HEAD "  %%x = alloc 4\n  %%y = alloc 4\n  store ptr %%x, @p\n  %%p1 = addr @p + 4\n  "
         "store ptr %%y, %%p1\n"
         "  %s\n"
         "  %%i = input i32 \"nondet\"\n  %%c = icmp ult i32 %%i, 2\n  assume %%c\n"
         "  %%q = addr @p + %%i * 4\n  %%t = load ptr %%q\n  store i32 7, %%t\n"
         "  %s\n  free %%x\n" TAIL;
  char text[2000];
  snprintf(text, sizeof text, form, "", "free %y");
  assert_int_equal(decide(text, false), SAFE);
  snprintf(text, sizeof text, form, "free %y", "");
  assert_int_equal(decide(text, false), BROKEN);
}

static void allocation_may_fail(void **state) {
  (void)state;
  const char *text = HEAD "  %x = alloc 4\n  store i32 1, %x\n  free %x\n" TAIL;
  assert_int_equal(decide(text, false), SAFE);
  assert_int_equal(decide(text, true), BROKEN);
}

static void leaks(void **state) {
  (void)state;
  assert_int_equal(decide(HEAD "  %x = alloc 4\n" TAIL, false), BROKEN);
  assert_int_equal(decide(HEAD "  %x = alloc 4\n  store ptr %x, @p\n" TAIL, false), SAFE);
  assert_int_equal(
    decide(HEAD "  %x = alloc 4\n  store ptr %x, @p\n  store ptr null, @p\n" TAIL, false),
    BROKEN);
}

static void uninitialised_pointer(void **state) {
  (void)state;
  assert_int_equal(
    decide(HEAD "  %x = alloca 4 align 4\n  %y = load ptr %x\n  store i32 1, %y\n" TAIL,
           false),
    BROKEN);
}

static void opaque_leaves_open(void **state) {
  (void)state;
  assert_int_equal(decide(HEAD "  opaque void \"asm\"\n  store i32 1, @a\n" TAIL, false),
                   OPEN);
  assert_int_equal(decide(HEAD "  store i32 1, @a\n" TAIL, false), SAFE);
}

static void calls_and_stack(void **state) {
  (void)state;
  const char *form = "target 32\nentry @main\n"
                     "func @f() -> ptr {\nentry:\n  %%x = alloca 4 align 4\n  store i32 "
                     "1, %%x\n  ret %%x\n}\n"
                     "func @main() -> i32 {\nentry:\n  %%p = call ptr @f()\n  %s\n" TAIL;
  char text[2000];
  snprintf(text, sizeof text, form, "%v = load i32 %p");
  assert_int_equal(decide(text, false), BROKEN);
  snprintf(text, sizeof text, form, "");
  assert_int_equal(decide(text, false), SAFE);
}

/* ---- symbolic_cases.def ---- */

#define CASES_HEAD                                                                      \
  "target 32\nentry @main\nglobal @a 40 align 4\nglobal @p 16 align 4\n"                \
  "global @q 16 align 4\nfunc @one() -> i32 {\nentry:\n  ret 1\n}\n"                    \
  "func @two() -> i32 {\nentry:\n  ret 2\n}\n"                                          \
  "func @down(i32 %n) -> i32 {\nentry:\n  %at = addr @a + %n * 4\n  store i32 1, %at\n" \
  "  %c = icmp eq i32 %n, 0\n  cbr %c, end, more\nmore:\n  %m = sub i32 %n, 1\n"        \
  "  %r = call i32 @down(%m)\n  br end\nend:\n  ret %n\n}\n"                            \
  "func @main() -> i32 {\nentry:\n"

static const struct {
  const char *feature, *right, *wrong;
} cases[] = {
#define CASE(feature, right, wrong) \
  {feature, CASES_HEAD right TAIL, CASES_HEAD wrong TAIL},
#include "symbolic_cases.def"
#undef CASE
};

static void features(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    Outcome right = decide(cases[i].right, false), wrong = decide(cases[i].wrong, false);
    if (right != SAFE) fail_msg("%s: the right program is not proved", cases[i].feature);
    if (wrong != BROKEN) fail_msg("%s: the error is not found", cases[i].feature);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(index_from_input),
    cmocka_unit_test(stored_values_are_found_again),
    cmocka_unit_test(size_from_input),
    cmocka_unit_test(pointers_in_arrays),
    cmocka_unit_test(features),
    cmocka_unit_test(allocation_may_fail),
    cmocka_unit_test(leaks),
    cmocka_unit_test(uninitialised_pointer),
    cmocka_unit_test(opaque_leaves_open),
    cmocka_unit_test(calls_and_stack),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
