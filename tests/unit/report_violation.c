/* The text of violations, compared whole: it is what users see. */
#include <stdlib.h>
#include <unistd.h>

#include "ir_interp_fixture.h"

#include "report/source.h"
#include "report/violation.h"

/* A file of these bytes; its path replaces every `@FILE` of the program and of what is
 * expected. */
static char source_path[64];

static void write_source(const char *text) {
  strcpy(source_path, "/tmp/belay-report-XXXXXX");
  int file = mkstemp(source_path);
  assert_true(file >= 0);
  assert_int_equal(write(file, text, strlen(text)), (ssize_t)strlen(text));
  close(file);
}

static char *with_path(const char *text) {
  char *out = calloc(1, 8192), *to = out;
  while (*text) {
    if (strncmp(text, "@FILE", 5)) {
      *to++ = *text++;
      continue;
    }
    to = stpcpy(to, source_path);
    text += 5;
  }
  return out;
}

static void text_is(const char *program, const char *expected) {
  char *text = with_path(program), *want = with_path(expected);
  RunResult r = run_with(
    text,
    (RunOptions){.check_lost = true, .check_overlap = true, .check_overflow = true});
  if (r.end != RUN_VIOLATION) fail_msg("no violation: %s", run_end_text(&r));
  assert_string_equal(violation_text(run_program, &r, run_arena), want);
  free(text);
  free(want);
}

static void test_stack_overflow(void **state) {
  (void)state;
  write_source("void f(int *p) {\n\tp[10] = 1;\n}\n"
               "int main(void) {\n  int a[10];\n  f(a);\n}\n");
  text_is("target 64\nfile 1 \"@FILE\"\nentry @main\n"
          "func @f(ptr %p) !1:1 {\n"
          "  %q = addr %p + 40 !2:2\n"
          "  store i32 1, %q !2:8\n"
          "  ret !3:1\n}\n"
          "func @main() -> i32 !4:1 {\n"
          "  %a = alloca 40 align 4 !4:1\n"
          "  scope.begin %a !5:3\n"
          "  call void @f(%a) !6:3\n"
          "  ret 0\n}\n",
          "@FILE:2:8: error: write out of bounds [CWE-787]: 4 bytes at offset 40 of `a`, "
          "40 bytes\n"
          "    2 | \tp[10] = 1;\n"
          "      | \t      ^\n"
          "  in f, @FILE:2\n"
          "  in main, @FILE:6\n"
          "@FILE:5:3: note: `a` is declared here\n"
          "    5 |   int a[10];\n"
          "      |   ^\n");
  unlink(source_path);
}

static void test_use_after_free_in_a_model(void **state) {
  (void)state;
  write_source("p = malloc(8);\nfree(p);\nstrlen(p);\n");
  text_is(
    "target 64\nfile 1 \"@FILE\"\nfile 2 \"string.c\"\nentry @start\n"
    "func @__inner(ptr %s) -> i8 model {\n"
    "  %c = load i8 %s !2:70:5\n"
    "  ret %c\n}\n"
    "func @strlen(ptr %s) -> i8 model {\n"
    "  %c = call i8 @__inner(%s) !2:80:5\n"
    "  ret %c\n}\n"
    "func @main() -> i32 {\n"
    "  %p = alloc 8 !1:5\n"
    "  free %p !2:1\n"
    "  %c = call i8 @strlen(%p) !3:1\n"
    "  ret 0\n}\n"
    "func @start() -> i32 model {\n"
    "  %c = call i32 @main()\n"
    "  ret %c\n}\n",
    "@FILE:3:1: error: use after free [CWE-416]: read of 1 byte at offset 0 of a heap "
    "block of 8 bytes, in strlen, called from main\n"
    "    3 | strlen(p);\n"
    "      | ^\n"
    "  in strlen\n"
    "  in main, @FILE:3\n"
    "@FILE:1:5: note: allocated here\n"
    "    1 | p = malloc(8);\n"
    "      |     ^\n"
    "  in main, @FILE:1\n"
    "@FILE:2:1: note: freed here\n"
    "    2 | free(p);\n"
    "      | ^\n"
    "  in main, @FILE:2\n");
  unlink(source_path);
}

static void test_leak(void **state) {
  (void)state;
  write_source("f() { p = malloc(1);\n}\n");
  text_is("target 64\nfile 1 \"@FILE\"\nentry @main\n"
          "func @f() {\n"
          "  %p = alloc 1 !1:11\n"
          "  ret !2:1\n}\n"
          "func @main() -> i32 {\n"
          "  call void @f() !9:9\n"
          "  exit 0\n}\n",
          "@FILE:1:11: error: memory leak [CWE-401]: 1 byte allocated here is lost\n"
          "    1 | f() { p = malloc(1);\n"
          "      |           ^\n"
          "  in f, @FILE:1\n"
          "  in main, @FILE:9\n"
          "@FILE:2:1: note: lost here\n"
          "    2 | }\n"
          "      | ^\n"
          "  in f, @FILE:2\n"
          "  in main, @FILE:9\n");
  unlink(source_path);
}

/* Without files only the places are left. */
static void test_other_causes(void **state) {
  (void)state;
  strcpy(source_path, "gone.c");
#define LINES(lines)                                                          \
  "target 64\nfile 1 \"gone.c\"\nentry @main\nglobal @.str 4 const string = " \
  "c\"abc\\00\"\n"                                                            \
  "func @main() -> i32 {\n" lines "  ret 0\n}\n"
  text_is(LINES("  %v = load i16 null !7:3\n"),
          "gone.c:7:3: error: null pointer [CWE-476]: read of 2 bytes at address 0x0\n"
          "  in main, gone.c:7\n");
  text_is(LINES("  store i8 1, @.str !7:3\n"),
          "gone.c:7:3: error: write to read-only memory [CWE-758]: write of 1 byte at "
          "offset 0 of a string literal of 4 bytes\n"
          "  in main, gone.c:7\n");
  text_is(LINES("  %x = alloca 4 !2:2\n  free %x !7:3\n"),
          "gone.c:7:3: error: free of memory that is not on the heap [CWE-590]: `x`, 4 "
          "bytes\n"
          "  in main, gone.c:7\n"
          "gone.c:2:2: note: `x` is declared here\n");
  text_is(LINES("  %x = alloc 4 !2:2\n  %y = addr %x + 2\n  free %y !7:3\n"),
          "gone.c:7:3: error: free of a pointer that is not at the start of its block "
          "[CWE-761]: offset 2 of a heap block of 4 bytes\n"
          "  in main, gone.c:7\n"
          "gone.c:2:2: note: allocated here\n"
          "  in main, gone.c:2\n");
  text_is(LINES("  call void null() !7:3\n"),
          "gone.c:7:3: error: call through: null pointer [CWE-476]: address 0x0\n"
          "  in main, gone.c:7\n");
  text_is(
    LINES("  %x = add i32 2147483647, 1 nsw !7:3\n"),
    "gone.c:7:3: error: signed integer overflow [CWE-190]: this sum does not fit 32 "
    "bits\n"
    "  in main, gone.c:7\n");
  text_is(
    LINES("  %x = alloca 8\n  %y = addr %x + 1\n  fill %x, 0, 8\n"
          "  copy %y, %x, 4 !7:3\n"),
    "gone.c:7:3: error: copy between overlapping regions [CWE-475]: 4 bytes to offset "
    "1 of `x`, 8 bytes\n"
    "  in main, gone.c:7\n");
  text_is(LINES("  %x = alloca 8\n  scope.begin %x !2:2\n  scope.end %x !3:3\n"
                "  %v = load i8 %x !7:3\n"),
          "gone.c:7:3: error: use after the end of a scope [CWE-825]: read of 1 byte at "
          "offset 0 of `x`, 8 bytes\n"
          "  in main, gone.c:7\n"
          "gone.c:2:2: note: `x` is declared here\n"
          "gone.c:3:3: note: its scope ended here\n");
}

static void test_what_the_run_depends_on(void **state) {
  (void)state;
  strcpy(source_path, "gone.c");
  text_is(LINES("  %c = select i32 undef, 1, 1\n  %v = load i16 null !7:3\n"),
          "gone.c:7:3: error: null pointer [CWE-476]: read of 2 bytes at address 0x0\n"
          "  in main, gone.c:7\n"
          "note: the run depends on uninitialised values\n");
}

/* Of a deep recursion the ends are shown. */
static void test_deep_stacks_are_shortened(void **state) {
  (void)state;
  RunResult r = run("target 64\nfile 1 \"gone.c\"\nentry @main\n"
                    "func @f(i32 %n) {\n"
                    "entry:\n"
                    "  %stop = icmp eq i32 %n, 0\n"
                    "  cbr %stop, done, deeper\n"
                    "deeper:\n"
                    "  %less = sub i32 %n, 1\n"
                    "  call void @f(%less) !4:4\n"
                    "  ret\n"
                    "done:\n"
                    "  store i8 1, null !5:5\n"
                    "  ret\n}\n"
                    "func @main() -> i32 {\n  call void @f(i32 999) !9:9\n  ret 0\n}\n");
  assert_int_equal(r.violation.stack.len, 1001);
  const char *text = violation_text(run_program, &r, run_arena);
  unsigned lines = 0;
  for (const char *at = strstr(text, "\n  in "); at; at = strstr(at + 1, "\n  in "))
    lines++;
  assert_int_equal(lines, 24 + 8);
  assert_non_null(strstr(text, "\n  ... 969 more calls\n"));
  assert_non_null(strstr(text, "\n  in main, gone.c:9\n"));
}

static void test_colors_only_when_asked(void **state) {
  (void)state;
  RunResult r = run(LINES("  %v = load i16 null !7:3\n"));
  VecChar out = {0};
  report_violation(run_program, &r, &(ReportOptions){.color = true}, run_arena, &out);
  vec_push(run_arena, &out, '\0');
  assert_non_null(strstr(out.data, "\033[1;31merror:\033[m "));
  assert_null(strchr(violation_text(run_program, &r, run_arena), '\033'));
  assert_int_equal(
    ir_pos(run_program, violation_position(run_program, &r.violation))->line, 7);
}

/* ---- source lines ---- */

static void test_lines(void **state) {
  (void)state;
  write_source("one\r\n\nthree");
  Arena *arena = arena_new();
  SourceFiles *files = source_new(arena);
  assert_string_equal(source_line(files, source_path, 1), "one");
  assert_string_equal(source_line(files, source_path, 2), "");
  assert_string_equal(source_line(files, source_path, 3), "three");
  assert_null(source_line(files, source_path, 4));
  assert_null(source_line(files, source_path, 0));
  assert_null(source_line(files, "/nowhere/at/all.c", 1));
  arena_free(arena);
  unlink(source_path);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_stack_overflow),
    cmocka_unit_test(test_use_after_free_in_a_model),
    cmocka_unit_test(test_leak),
    cmocka_unit_test(test_other_causes),
    cmocka_unit_test(test_what_the_run_depends_on),
    cmocka_unit_test(test_deep_stacks_are_shortened),
    cmocka_unit_test(test_colors_only_when_asked),
    cmocka_unit_test(test_lines),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
