/* Programs whose meaning depends on the lowering: run by the interpreter, for both
 * widths, and compared with what a compiled program prints. */
#include "frontend_fixture.h"

static void both_widths(void **state, const char *source, const char *expected,
                        int code) {
  Fixture *f = *state;
  for (unsigned bits = 32; bits <= 64; bits += 32) {
    f->options.ptr_bits = bits;
    assert_prints(f, source, expected, code);
  }
}

static void variadic_arguments(void **state) {
  both_widths(
    state,
    "#include <stdarg.h>\n#include <stdio.h>\n"
    "struct big { int a[9]; char c; }; struct small { float x, y, z; };"
    "struct wide { long double l; int k; };"
    "static int sum(const char *t, ...) {"
    "  va_list a, b; int s = 0; va_start(a, t); va_copy(b, a);"
    "  for (; *t; t++) switch (*t) {"
    "    case 'i': s += va_arg(a, int); break;"
    "    case 'L': s += (int)va_arg(a, long long); break;"
    "    case 'd': s += (int)va_arg(a, double); break;"
    "    case 'l': s += (int)va_arg(a, long double); break;"
    "    case 'p': s += *va_arg(a, int *); break;"
    "    case 'b': { struct big x = va_arg(a, struct big); s += x.a[8] + x.c; } break;"
    "    case 's': { struct small x = va_arg(a, struct small); s += (int)(x.x + x.z); } "
    "break;"
    "    case 'w': { struct wide x = va_arg(a, struct wide); s += x.k + (int)x.l; } "
    "break; }"
    "  s += 1000 * va_arg(b, int); va_end(b); va_end(a); return s; }"
    "int main(void) { int n = 5; struct big b = {{0, 0, 0, 0, 0, 0, 0, 0, 3}, 4};"
    "  struct small s = {1, 2, 3}; struct wide w = {6, 7};"
    "  printf(\"%d\\n\", sum(\"iLdlpbswiwid\", 1, 2LL, 3.0, 4.0L, &n, b, s, w, 1, w, 1, "
    "9.0));"
    "  return 0; }",
    "1063\n", 0);
}

static void struct_arguments_and_results(void **state) {
  both_widths(state,
              "#include <stdio.h>\nstruct a { char c[3]; }; struct b { float x, y; }; "
              "struct c { long l; double d; };"
              "struct d { int n[10]; };"
              "static struct a fa(struct a s) { s.c[1]++; return s; }"
              "static struct b fb(struct b s) { s.y *= 2; return s; }"
              "static struct c fc(struct c s) { s.l--; s.d += s.l; return s; }"
              "static struct d fd(struct d s, int i) { s.n[i] = 7; return s; }"
              "int main(void) { struct d d = {{1, 2, 3}}, e = fd(d, 2);"
              "  struct c (*p)(struct c) = fc;"
              "  printf(\"%d %g %g %d %d\\n\", fa((struct a){{1, 2, 3}}).c[1], "
              "fb((struct b){1, 2}).y,"
              "         p((struct c){5, 0.5}).d, d.n[2], e.n[2]); return 0; }",
              "3 4 4.5 3 7\n", 0);
}

static void overflow_builtins(void **state) {
  both_widths(
    state,
    "#include <stdio.h>\nint main(void) { int r; unsigned u; long long q; signed char c;"
    "  printf(\"%d\", __builtin_add_overflow(2147483647, 1, &r)); printf(\" %d\", r);"
    "  printf(\" %d\", __builtin_sub_overflow(3u, 5u, &u)); printf(\" %u\", u);"
    "  printf(\" %d\", __builtin_mul_overflow(1LL << 62, 2LL, &q));"
    "  printf(\" %d\", __builtin_mul_overflow(-3, 40, &c)); printf(\" %d\\n\", c);"
    "  printf(\"%d %d %u\\n\", __builtin_elementwise_add_sat(2147483647, 5),"
    "         __builtin_elementwise_sub_sat(-2147483647 - 1, 5), "
    "__builtin_elementwise_sub_sat(1u, 2u));"
    "  return 0; }",
    "1 -2147483648 1 4294967294 1 0 -120\n2147483647 -2147483648 0\n", 0);
}

static void wide_overflow_builtins(void **state) {
  assert_prints(
    *state,
    "#include <stdio.h>\ntypedef __int128 w; int main(void) { w r, one = 1, low = one << "
    "127;"
    "  printf(\"%d%d%d%d%d%d\\n\", __builtin_add_overflow(low, -one, &r), "
    "__builtin_add_overflow(low, one, &r),"
    "    __builtin_mul_overflow(low, -one, &r), __builtin_mul_overflow(one << 64, one << "
    "62, &r),"
    "    __builtin_mul_overflow(one << 64, one << 63, &r), __builtin_sub_overflow(-one, "
    "low, &r));"
    "  printf(\"%llx\\n\", (unsigned long long)((one << 100 | 5) >> 60)); return 0; }",
    "101010\n10000000000\n", 0);
}

static void bit_builtins(void **state) {
  both_widths(state,
              "#include <stdio.h>\nint main(void) { unsigned x = 0x12345678; int n = 0;"
              "  printf(\"%x %x %x\\n\", __builtin_rotateleft32(x, n), "
              "__builtin_rotateleft32(x, 8 + n),"
              "         __builtin_rotateright32(x, 4));"
              "  printf(\"%x %d %d %d %x\\n\", __builtin_bswap32(x), "
              "__builtin_popcount(x), __builtin_clz(x),"
              "         __builtin_ctz(x), __builtin_bitreverse8(1)); return 0; }",
              "12345678 34567812 81234567\n78563412 13 3 3 80\n", 0);
}

static void kinds_of_floats(void **state) {
  both_widths(state,
              "#include <math.h>\n#include <stdio.h>\n"
              "static int all(double x) { return !!isnan(x) | !!isinf(x) << 1 | "
              "!!isfinite(x) << 2 |"
              "  !!isnormal(x) << 3 | !!signbit(x) << 4; }"
              "int main(void) { double z = 0.0; int e; double w;"
              "  printf(\"%d %d %d %d %d %d\\n\", all(1), all(-z), all(1 / (z + z)), "
              "all(-1 / z), all(1e-310), all(z / z) & 15);"
              "  double f = frexp(-12.5, &e); printf(\"%g %d \", f, e); f = modf(-3.25, "
              "&w); printf(\"%g %g\\n\", f, w);"
              "  return 0; }",
              "12 20 2 18 4 1\n-0.78125 4 -0.25 -3\n", 0);
}

static void saturating_conversions(void **state) {
  Fixture *f = *state;
  const char *source =
    "declare i8 @llvm.fptosi.sat.i8.f64(double)\ndeclare i8 "
    "@llvm.fptoui.sat.i8.f64(double)\n"
    "define i32 @main() {\n"
    "  %a = call i8 @llvm.fptosi.sat.i8.f64(double 300.0)\n"
    "  %b = call i8 @llvm.fptosi.sat.i8.f64(double -300.0)\n"
    "  %c = call i8 @llvm.fptoui.sat.i8.f64(double 300.0)\n"
    "  %d = call i8 @llvm.fptosi.sat.i8.f64(double -5.5)\n"
    "  %ab = add i8 %a, %b\n  %cd = add i8 %c, %d\n  %r = sub i8 %ab, %cd\n"
    "  %x = zext i8 %r to i32\n  ret i32 %x\n}\n";
  Program *p = try_load(f, write_file(f, "saturate.ll", source));
  assert_non_null(p);
  RunResult result = interp_run(p, f->arena, &(RunOptions){0});
  assert_int_equal(result.end, RUN_EXITED);
  /* 127 - 128 - (255 - 5) modulo 256 */
  assert_int_equal(result.exit_code, 5);
}

static void vectors(void **state) {
  both_widths(
    state,
    "#include <stdio.h>\ntypedef float f4 __attribute__((vector_size(16)));"
    "typedef int i4 __attribute__((vector_size(16))); typedef short s8 "
    "__attribute__((vector_size(16)));"
    "int main(void) { f4 a = {1, 2, 3, 4}, b = a * a - 1; i4 m = a < b; s8 s = (s8)m; "
    "int i = 2;"
    "  m[i] = 9; i4 t = __builtin_shufflevector(m, m, 3, 2, 1, 0);"
    "  printf(\"%g %d %d %d %d %d\\n\", b[i + 1], m[0], m[1], s[3], t[0], t[1]);"
    "  printf(\"%d\\n\", __builtin_reduce_add(m)); return 0; }",
    "15 0 -1 -1 -1 9\n7\n", 0);
}

static void tables_of_addresses(void **state) {
  both_widths(state,
              "#include <stdio.h>\nstatic int one(int x) { return x + 1; } static int "
              "two(int x) { return x * 2; }"
              "static int k[3] = {4, 5, 6}; static struct { const char *name; int "
              "(*f)(int); int *p; } t[] ="
              "  {{\"one\", one, &k[1]}, {&\"xtwo\"[1], two, k + 2}};"
              "int main(void) { for (int i = 0; i < 2; i++) printf(\"%s %d\\n\", "
              "t[i].name, t[i].f(*t[i].p)); return 0; }",
              "one 6\ntwo 12\n", 0);
}

static void computed_gotos(void **state) {
  both_widths(state,
              "#include <stdio.h>\nint main(void) { static const void *const t[] = "
              "{&&add, &&twice, &&end};"
              "  static const char code[] = {0, 1, 0, 1, 2}; int pc = 0, x = 1; goto "
              "*t[code[pc++]];"
              "  add: x += 3; goto *t[code[pc++]]; twice: x *= 2; goto *t[code[pc++]];"
              "  end: printf(\"%d\\n\", x); return 0; }",
              "22\n", 0);
}

static void old_style_calls(void **state) {
  both_widths(state,
              "main() { return add(1, 2, 3) + pick(4); }\n"
              "add(a, b, c) { return a + b + c; }\n"
              "pick(x) int x; { return x; }\n",
              "", 10);
}

static void qsort_with_a_library_function(void **state) {
  both_widths(state,
              "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n"
              "static int by_text(const void *a, const void *b) { return strcmp(*(char "
              "**)a, *(char **)b); }"
              "int main(void) { char *w[] = {\"pear\", \"fig\", \"apple\"}; int "
              "(*c)(const char *, const char *) = strcmp;"
              "  qsort(w, 3, sizeof *w, by_text); printf(\"%s %s %s %d\\n\", w[0], w[1], "
              "w[2], c(w[0], w[1]) < 0); return 0; }",
              "apple fig pear 1\n", 0);
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, fixture_open, fixture_close)
  const struct CMUnitTest tests[] = {
    TEST(variadic_arguments),     TEST(struct_arguments_and_results),
    TEST(overflow_builtins),      TEST(wide_overflow_builtins),
    TEST(bit_builtins),           TEST(kinds_of_floats),
    TEST(saturating_conversions), TEST(vectors),
    TEST(tables_of_addresses),    TEST(computed_gotos),
    TEST(old_style_calls),        TEST(qsort_with_a_library_function),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
