/* Library functions that are operations, the functions of the models, and unknown ones.
 */
#include "frontend_fixture.h"

static void lowers_the_heap(void **state) {
  char *text = lower(
    *state,
    "#include <stdlib.h>\nvoid *f(unsigned long n) {"
    " char *p = malloc(n), *q = calloc(n, 4); p = realloc(p, 8); free(q); return p; }",
    "f");
  assert_has(text, "alloc %n.0 !");
  assert_has(text, "alloc %n.0, 4 zero");
  assert_has(text, "realloc %call");
  assert_has(text, "free %call");
}

static void lets_the_program_define_them(void **state) {
  char *text = lower(*state,
                     "char pool[100]; void *malloc(unsigned long n) { return pool; }"
                     "void *f(void) { return malloc(5); }",
                     "f");
  assert_has(text, "call ptr @malloc(");
}

static void lowers_blocks_of_bytes(void **state) {
  char *text =
    lower(*state,
          "#include <string.h>\n#include <strings.h>\nvoid f(char *a, char *b, unsigned "
          "long n) {"
          " memcpy(a, b, n); memmove(a, b, n); memset(a, 3, n); bzero(a, n); }",
          "f");
  assert_has(text, "copy %a.0, %b.1, %n.2");
  assert_has(text, "move %a.0, %b.1, %n.2");
  assert_has(text, "fill %a.0, 3, %n.2");
  assert_has(text, "fill %a.0, 0, %n.2");
}

static void lowers_verifier_functions(void **state) {
  char *text =
    lower(*state,
          "extern int __VERIFIER_nondet_int(void); extern void "
          "*__VERIFIER_nondet_pointer(void);"
          "extern void __VERIFIER_assume(int); extern void reach_error(void);"
          "int f(void) { int x = __VERIFIER_nondet_int(); __VERIFIER_assume(x > 3);"
          " if (!__VERIFIER_nondet_pointer()) reach_error(); return x; }",
          "f");
  assert_has(text, "input i32 \"nondet\"");
  assert_has(text, "input ptr \"nondet\"");
  assert_has(text, "assume ");
  assert_has(text, "abort \"error reached\"");
}

static void ends_blocks_at_abort(void **state) {
  char *text =
    lower(*state, "#include <stdlib.h>\nint f(int x) { if (x) abort(); return 1; }", "f");
  const char *end = strstr(text, "abort \"abort() called\"");
  assert_non_null(end);
  assert_has_not(text, "unreachable");
}

static void lowers_what_models_are_made_of(void **state) {
  char *text = lower(
    *state,
    "void *__belay_alloc_static(unsigned long); void __belay_kill(void *);"
    "unsigned long __belay_objsize(const void *); unsigned char __belay_input_byte(const "
    "char *);"
    "void __belay_output(int, const void *, unsigned long); void __belay_exit(int);"
    "int __belay_format_double(char *, unsigned long, double, const char *);"
    "void f(double d) { char *p = __belay_alloc_static(9); *p = "
    "__belay_input_byte(\"stdin\");"
    " __belay_format_double(p, __belay_objsize(p), d, \"%f\"); __belay_output(2, p, 9);"
    " __belay_kill(p); __belay_exit(3); }",
    "f");
  assert_has(text, "alloc 9 static");
  assert_has(text, "input i8 \"stdin\"");
  assert_has(text, "objsize i64 %call");
  assert_has(text, "fmtfloat i32 %call");
  assert_has(text, "output 2, %call");
  assert_has(text, "kill %call");
  assert_has(text, "exit 3");
}

static void makes_functions_for_addresses(void **state) {
  char *text = lower(*state,
                     "#include <stdlib.h>\nvoid (*release)(void *) = free; void "
                     "*(*make)(size_t) = malloc;",
                     NULL);
  assert_has(text, "global @release 8 align 8 [0: @free]");
  char *body = strstr(text, "func @free(ptr %0) model addresstaken");
  assert_non_null(body);
  assert_has(body, "free %0");
  assert_has(text, "func @malloc(i64 %0) -> ptr model addresstaken");
}

static void lowers_libm(void **state) {
  char *text =
    lower(*state,
          "#include <math.h>\ndouble f(double x, float y, long double z) {"
          " return sin(x) + powf(y, 2) + sqrtl(z) + fabs(x) + lrint(x) + hypot(x, x); }",
          "f");
  assert_has(text, "math f64 \"sin\"");
  assert_has(text, "math f32 \"powf\"");
  assert_has(text, "math f80 \"sqrtl\"");
  assert_has(text, "math f64 \"fabs\"");
  assert_has(text, "math i64 \"lrint\"");
  assert_has(text, "math f64 \"hypot\"");
}

static void names_unknown_functions(void **state) {
  Fixture *f = *state;
  Program *p = load_c(
    f, "int mystery(int, char *); int f(void) { return mystery(1, 0) + mystery(2, 0); }");
  char *text = text_of(f, p, NULL);
  assert_has(text, "assumption \"calls unknown function mystery\"");
  assert_int_equal(count_of(text, "assumption"), 1);
  assert_has(text, "func @mystery(i32, ptr) -> i32 extern");
}

static void takes_only_the_models_it_needs(void **state) {
  Fixture *f = *state;
  Program *p = load_c(
    f, "#include <string.h>\nunsigned long f(const char *s) { return strlen(s); }");
  char *text = text_of(f, p, NULL);
  assert_has(text, "func @strlen(ptr ");
  assert_has(text, "model");
  assert_has_not(text, "func @printf");
  assert_has_not(text, "assumption");
}

static void leaves_setjmp_opaque(void **state) {
  char *text = lower(*state,
                     "#include <setjmp.h>\njmp_buf b; int f(void) { if (setjmp(b)) "
                     "return 1; longjmp(b, 2); }",
                     "f");
  assert_has(text, "opaque i32 \"setjmp\"");
  assert_has(text, "opaque void \"longjmp\"");
  assert_has(text, "unreachable");
}

static void fits_calls_without_a_prototype(void **state) {
  char *text = lower(*state,
                     "int g(); int f(void) { return g(1) + h(2, 3, 4); }"
                     "int g(long a, char *b) { return a; } int h(int a) { return a; }",
                     "f");
  assert_has(text, "call i32 @g(");
  assert_has(text, "ptr undef)");
  assert_has(text, "call i32 @h(i32 2)");
}

static void starts_where_main_takes_nothing(void **state) {
  Program *p = load_c(*state, "int main(void) { return 0; }");
  assert_string_equal(ir_text(p, ir_function(p, p->entry)->name), "main");
}

static void starts_at_the_model_for_arguments(void **state) {
  Program *p = load_c(*state, "int main(int argc, char **argv) { return **argv; }");
  assert_string_equal(ir_text(p, ir_function(p, p->entry)->name), "__belay_start");
  assert_int_equal(ir_function(p, p->entry)->params.len, 0);
}

static void starts_without_arguments_that_nobody_looks_at(void **state) {
  Program *p = load_c(*state, "void abort(void);"
                              "int main(int argc, char **argv) {"
                              "  if (argc > 3) abort();"
                              "  return argc; }");
  assert_string_equal(ir_text(p, ir_function(p, p->entry)->name), "__belay_start_count");
  p =
    load_c(*state, "int main(int argc, char **argv) { char ***to = &argv; return !to; }");
  assert_string_equal(ir_text(p, ir_function(p, p->entry)->name), "__belay_start");
  p = load_c(*state,
             "int main(int argc, char **argv) { return argc ? main(0, argv) : 1; }");
  assert_string_equal(ir_text(p, ir_function(p, p->entry)->name), "__belay_start");
}

static void starts_where_handlers_run(void **state) {
  assert_prints(*state,
                "#include <stdio.h>\n#include <stdlib.h>\n"
                "static void bye(void) { puts(\"bye\"); }"
                "int main(void) { atexit(bye); puts(\"main\"); return 2; }",
                "main\nbye\n", 2);
}

static void starts_nowhere_in_a_library(void **state) {
  Program *p = load_c(*state, "int f(void) { return 0; }");
  assert_int_equal(p->entry.id, IR_NONE);
}

static void starts_where_it_is_told(void **state) {
  Fixture *f = *state;
  f->options.entry = "test";
  Program *p = load_c(f, "int test(void) { return 0; } int main(void) { return 1; }");
  assert_string_equal(ir_text(p, ir_function(p, p->entry)->name), "test");
}

static void runs_constructors_first(void **state) {
  assert_prints(*state,
                "#include <stdio.h>\n__attribute__((constructor)) static void a(void) { "
                "puts(\"before\"); }"
                "__attribute__((destructor)) static void b(void) { puts(\"after\"); }"
                "int main(void) { puts(\"main\"); return 4; }",
                "before\nmain\nafter\n", 4);
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, fixture_open, fixture_close)
  const struct CMUnitTest tests[] = {
    TEST(lowers_the_heap),
    TEST(lets_the_program_define_them),
    TEST(lowers_blocks_of_bytes),
    TEST(lowers_verifier_functions),
    TEST(ends_blocks_at_abort),
    TEST(lowers_what_models_are_made_of),
    TEST(makes_functions_for_addresses),
    TEST(lowers_libm),
    TEST(names_unknown_functions),
    TEST(takes_only_the_models_it_needs),
    TEST(leaves_setjmp_opaque),
    TEST(fits_calls_without_a_prototype),
    TEST(starts_where_main_takes_nothing),
    TEST(starts_at_the_model_for_arguments),
    TEST(starts_without_arguments_that_nobody_looks_at),
    TEST(starts_where_handlers_run),
    TEST(starts_nowhere_in_a_library),
    TEST(starts_where_it_is_told),
    TEST(runs_constructors_first),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
