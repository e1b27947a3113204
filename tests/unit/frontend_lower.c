/* How single constructs of C look in the IR. */
#include "frontend_fixture.h"

static void marks_signed_overflow(void **state) {
  char *text =
    lower(*state, "int f(int a, unsigned b) { return (a + 1) * 2 - (int)(b + 1); }", "f");
  assert_has(text, "add i32 %a.0, 1 nsw");
  assert_has(text, "mul i32 %add.2, 2 nsw");
  assert_has(text, "add i32 %b.1, 1 !");
}

static void makes_one_address_of_indices_and_fields(void **state) {
  char *text = lower(*state,
                     "struct s { int a; struct { char c[3]; short d[4]; } b[5]; } x[7];"
                     "short f(long i, long j) { return x[i].b[2].d[j]; }",
                     "f");
  /* x[i] of 64 bytes, b at 4, two of 12 bytes each, d at 4. */
  assert_has(text, "addr @x + %i.0 * 64");
  assert_has(text, "%j.1 * 2");
}

static void extends_indices_on_32_bits(void **state) {
  Fixture *f = *state;
  f->options.ptr_bits = 32;
  char *text =
    lower(f, "int f(int *p, long long i, short s) { return p[i] + p[s]; }", "f");
  assert_has(text, "trunc i32 %i.1");
  assert_has(text, "sext i32 %s.2");
}

static void folds_addresses_of_globals(void **state) {
  char *text =
    lower(*state,
          "struct { int a, b[4]; } g; int *p = &g.b[2]; long d = (long)&g.b[1];"
          "int *f(void) { return &g.b[3]; }",
          NULL);
  assert_has(text, "ret (@g + 16)");
  assert_has(text, "global @p 8 align 8 [0: (@g + 12)]");
  assert_has(text, "global @d 8 align 8 [0: (@g + 8)]");
}

static void writes_initial_bytes(void **state) {
  char *text = lower(
    *state,
    "struct { char c; int i; double d; char s[4]; float f; } g = {1, -2, 1.5, \"ab\", 2};"
    "int zero[100]; const int k = 7; static int unused;"
    "int *f(void) { static int s = 5; return &s; }",
    NULL);
  assert_has(
    text, "global @g 24 align 8 = x\"01000000feffffff000000000000f83f6162000000000040\"");
  assert_has(text, "global @zero 400 align 16 !");
  assert_has(text, "global @k 4 align 4 const = x\"07\"");
  assert_has(text, "global @f.s 4 align 4 localstatic = x\"05\"");
}

static void knows_string_literals(void **state) {
  char *text = lower(*state, "const char *f(void) { return \"hello\"; }", NULL);
  assert_has(text, "const string = c\"hello\"");
}

static void passes_structs_as_lanes(void **state) {
  char *text = lower(*state,
                     "struct p { long a; double b; }; struct p g(struct p);"
                     "double f(struct p x) { return g(x).b; }",
                     NULL);
  assert_has(text, "func @g(i64, f64) -> i64, f64 extern");
  assert_has(text, "part f64 %call");
}

static void copies_structs_passed_in_memory(void **state) {
  char *text = lower(*state,
                     "struct b { int a[9]; }; int g(struct b);"
                     "int f(struct b x) { x.a[1] = 2; return g(x); }",
                     "f");
  assert_has(text, "%argument.1 = alloca 36");
  assert_has(text, "scope.begin %argument.1");
  assert_has(text, "copy %argument.1, %x.0, 36 scalar");
  assert_has(text, "call i32 @g(%argument.1)");
  assert_has(text, "scope.end %argument.1");
}

/* Clang copies what it cannot pass as it lies there; one copy is enough. */
static void copies_structs_once(void **state) {
  char *text = lower(*state,
                     "struct b { int a[9]; }; int g(struct b);"
                     "int f(struct b *x) { return g(*x) + g(*x); }",
                     "f");
  assert_int_equal(count_of(text, "alloca 36"), 2);
  assert_int_equal(count_of(text, " copy "), 2);
}

static void marks_struct_assignments(void **state) {
  char *text =
    lower(*state,
          "#include <string.h>\nstruct b { int a[9]; };"
          "void f(struct b *x, struct b *y) { *x = *y; memcpy(x, y, sizeof *x); }",
          "f");
  assert_has(text, "copy %x.0, %y.1, 36 scalar");
  assert_has(text, "copy %x.0, %y.1, 36 !");
}

static void lowers_vectors_lane_by_lane(void **state) {
  char *text = lower(*state,
                     "typedef int v __attribute__((vector_size(16)));"
                     "v f(v a, v *b, int i) { v c = a + *b; c[i] = 1; return c; }",
                     "f");
  assert_int_equal(count_of(text, " = add i32 "), 4);
  assert_int_equal(count_of(text, " = select i32 "), 4);
  assert_int_equal(count_of(text, " = load i32 "), 4);
  assert_has(text, "addr %b.4 + 12");
}

static void lowers_variable_arrays(void **state) {
  char *text =
    lower(*state, "int g(int *); int f(int n) { int a[n]; return g(a); }", "f");
  assert_has(text, "stack.save");
  assert_has(text, "mul i64 ");
  assert_has(text, "alloca %vla");
  assert_has(text, "stack.restore");
}

/* The offset of a row is no arithmetic of the source. */
static void marks_no_overflow_of_rows(void **state) {
  char *text =
    lower(*state, "int f(int n, int i) { int a[n][n]; return a[i][i * 2]; }", "f");
  assert_int_equal(count_of(text, " nsw"), 1);
}

static void takes_missing_weak_symbols_for_null(void **state) {
  char *text = lower(*state,
                     "extern int maybe(void) __attribute__((weak));"
                     "int f(void) { return maybe ? maybe() : 3; }",
                     NULL);
  assert_has(text, "icmp ne ptr null, null");
  assert_has(text, "assumption \"weak symbol maybe is not defined\"");
}

static void lowers_switches(void **state) {
  char *text = lower(*state,
                     "int f(int x) { switch (x) { case 1: case 5: return 2; case -3: "
                     "return 4; } return 0; }",
                     "f");
  assert_has(text, "switch i32 %x.0, sw.epilog");
  assert_has(text, "-3: sw.bb1");
}

static void lowers_computed_gotos(void **state) {
  char *text = lower(*state,
                     "int f(int x) { static void *t[] = {&&a, &&b}; goto *t[x]; a: "
                     "return 1; b: return 2; }",
                     NULL);
  assert_has(text, "switch i64 ");
  assert_has(text, "[1: a.");
  assert_has(text, "unreachable");
  assert_has_not(text, "opaque");
}

static void lowers_numbers_as_addresses(void **state) {
  char *text = lower(
    *state,
    "int f(void *p, int c) { void *q = c ? (void *)-1 : p; return q == (void *)8; }",
    "f");
  assert_has(text, "inttoptr -1");
  assert_has(text, "inttoptr 8");
}

static void lowers_atomics_as_plain_accesses(void **state) {
  char *text = lower(*state,
                     "_Atomic int a; int f(int e) { a += 2; return "
                     "__c11_atomic_compare_exchange_strong(&a, &e, 7, 5, 5); }",
                     "f");
  assert_has(text, "store i32 ");
  assert_has(text, "select i32 ");
  assert_has_not(text, "opaque");
}

static void keeps_positions(void **state) {
  Fixture *f = *state;
  Program *p = load_c(f, "int f(int *p)\n{\n  return *p;\n}\n");
  const char *expected = arena_printf(f->arena, "%s:3:10", fixture_path(f, "program.c"));
  bool found = false;
  for (uint32_t i = 0; i < p->insts.len; i++)
    if (p->insts.data[i].op == OP_LOAD) {
      assert_string_equal(ir_pos_text(p, p->insts.data[i].pos, f->arena), expected);
      found = true;
    }
  assert_true(found);
}

static void says_what_it_cannot_lower(void **state) {
  char *text = lower(*state,
                     "int f(int x) { __asm__(\"cpuid\" : \"+a\"(x)); return x; }"
                     "_Float16 g(_Float16 x) { return x * x; }",
                     NULL);
  assert_has(text, "opaque i32 \"inline asm\"");
  assert_has(text, "opaque");
}

static void knows_idle_assembly(void **state) {
  char *text = lower(*state,
                     "int f(int x) { __asm__ volatile(\"\" ::: \"memory\"); __asm__(\"\" "
                     ": \"+r\"(x)); return x; }",
                     "f");
  assert_has(text, "ret %x.0");
  assert_has_not(text, "opaque");
}

static void lowers_wide_bit_fields(void **state) {
  Fixture *f = *state;
  assert_prints(
    f,
    "#include <stdio.h>\n#pragma pack(1)\n"
    "struct s { signed a : 27; unsigned b : 31; long long c : 50; unsigned d : 17; int e "
    ": 12; } g = {-5, 7, -9, 11, -13};"
    "int main(void) { g.c--; g.d *= 3; g.e ^= 1;"
    " printf(\"%d %u %lld %u %d\\n\", g.a, g.b, (long long)g.c, g.d, g.e); return 0; }",
    "-5 7 -10 33 -14\n", 0);
}

static void keeps_llvm_instructions(void **state) {
  Fixture *f = *state;
  FrontendLlvm llvm = {0};
  f->options.keep_llvm = &llvm;
  Program *p = load_c(f, "int f(int *p) { p[1] = 2; return *p; }");
  assert_non_null(llvm.module);
  assert_non_null(p->llvm);
  unsigned accesses = 0;
  for (uint32_t i = 0; i < p->insts.len; i++)
    if (p->insts.data[i].op == OP_LOAD || p->insts.data[i].op == OP_STORE) {
      assert_non_null(p->llvm[i]);
      accesses++;
    }
  assert_int_equal(accesses, 2);
  frontend_release(&llvm);
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, fixture_open, fixture_close)
  const struct CMUnitTest tests[] = {
    TEST(marks_signed_overflow),
    TEST(makes_one_address_of_indices_and_fields),
    TEST(extends_indices_on_32_bits),
    TEST(folds_addresses_of_globals),
    TEST(writes_initial_bytes),
    TEST(knows_string_literals),
    TEST(passes_structs_as_lanes),
    TEST(copies_structs_passed_in_memory),
    TEST(copies_structs_once),
    TEST(marks_struct_assignments),
    TEST(lowers_vectors_lane_by_lane),
    TEST(lowers_variable_arrays),
    TEST(marks_no_overflow_of_rows),
    TEST(takes_missing_weak_symbols_for_null),
    TEST(lowers_switches),
    TEST(lowers_computed_gotos),
    TEST(lowers_numbers_as_addresses),
    TEST(lowers_atomics_as_plain_accesses),
    TEST(keeps_positions),
    TEST(says_what_it_cannot_lower),
    TEST(knows_idle_assembly),
    TEST(lowers_wide_bit_fields),
    TEST(keeps_llvm_instructions),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
