/* Files: the kinds that can be read, several together, compile_commands.json, and what is
 * said about those that cannot be read. */
#include "frontend_fixture.h"

#include <sys/stat.h>

static void assert_refused(Fixture *f, const char *path, const char *words) {
  assert_null(try_load(f, path));
  assert_has(f->error.message, words);
  assert_null(strchr(f->error.message, '\n'));
}

static void clang(Fixture *f, const char *flags, const char *from, const char *to) {
  char *command = arena_printf(
    f->arena, "clang-19 -w -O1 -Xclang -disable-llvm-passes -emit-llvm %s %s -o %s",
    flags, from, to);
  assert_int_equal(system(command), 0);
}

static void refuses_what_is_no_file(void **state) {
  Fixture *f = *state;
  assert_refused(f, fixture_path(f, "missing.c"), "No such file");
  const char *folder = fixture_path(f, "folder.c");
  assert_int_equal(mkdir(folder, 0700), 0);
  assert_refused(f, folder, "is a directory");
  assert_null(frontend_load(f->arena, NULL, 0, &f->options, &f->error, NULL));
  assert_has(f->error.message, "no input file");
}

static void refuses_empty_and_unknown_files(void **state) {
  Fixture *f = *state;
  assert_refused(f, write_file(f, "empty.c", ""), "empty");
  assert_refused(f, write_file(f, "empty.bc", ""), "empty");
  assert_refused(f, write_file(f, "words.txt", "words"), "not a kind of file");
  assert_refused(f, write_file(f, "noend", "words"), "not a kind of file");
}

static void shows_compile_errors(void **state) {
  Fixture *f = *state;
  assert_refused(f, write_file(f, "wrong.c", "int main(void) {\n  return x;\n}\n"),
                 "does not compile");
  assert_has(f->error.diagnostics, "wrong.c:2:10: error:");
}

static void says_that_there_is_no_compiler(void **state) {
  Fixture *f = *state;
  f->options.clang = "no-such-compiler";
  assert_refused(f, write_file(f, "fine.c", "int x;"), "cannot run no-such-compiler");
}

static void refuses_broken_bitcode(void **state) {
  Fixture *f = *state;
  const char *source = write_file(f, "x.c", "int main(void) { return 3; }");
  const char *bitcode = fixture_path(f, "x.bc");
  clang(f, "-c", source, bitcode);
  assert_int_equal(truncate(bitcode, 700), 0);
  assert_refused(f, bitcode, "x.bc");
  assert_refused(f, write_file(f, "text.bc", "define i32 @main()"), "not LLVM bitcode");
  assert_refused(f, write_file(f, "text.ll", "define i32 @main("), "text.ll:1:");
  assert_refused(f, write_file(f, "bad.ll", "define i32 @main() {\n  ret i32 %x\n}\n"),
                 "bad.ll:2:");
}

/* Any change of a byte gives a program or a message. */
static void survives_damaged_bitcode(void **state) {
  Fixture *f = *state;
  const char *source =
    write_file(f, "x.c", "struct s { int a[3]; } g; int main(void) { return g.a[1]; }");
  const char *bitcode = fixture_path(f, "x.bc");
  clang(f, "-g -c", source, bitcode);
  struct stat about;
  assert_int_equal(stat(bitcode, &about), 0);
  unsigned random = 12345;
  for (int i = 0; i < 40; i++) {
    clang(f, "-g -c", source, bitcode);
    FILE *stream = fopen(bitcode, "r+b");
    random = random * 1103515245 + 12345;
    fseek(stream, (long)(random >> 8) % about.st_size, SEEK_SET);
    fputc((int)(random >> 16 & 255), stream);
    fclose(stream);
    Program *p = try_load(f, bitcode);
    assert_true(p || *f->error.message);
  }
}

static void reads_bitcode_and_assembly(void **state) {
  Fixture *f = *state;
  const char *source =
    write_file(f, "x.c", "int main(void) { long x = sizeof(void *); return (int)x; }");
  const char *bitcode = fixture_path(f, "x.bc"), *assembly = fixture_path(f, "x.ll");
  clang(f, "-m32 -c", source, bitcode);
  clang(f, "-m64 -S", source, assembly);
  Program *narrow = try_load(f, bitcode), *wide = try_load(f, assembly);
  assert_non_null(narrow);
  assert_non_null(wide);
  assert_int_equal(narrow->ptr_bits, 32);
  assert_int_equal(wide->ptr_bits, 64);
  assert_has(text_of(f, narrow, "main"), "ret 4");
  assert_has(text_of(f, wide, "main"), "ret 8");
}

static void reads_its_own_text(void **state) {
  Fixture *f = *state;
  char *text = text_of(f, load_c(f, "int main(void) { return 3; }"), NULL);
  Program *p = try_load(f, write_file(f, "x.ir", text));
  assert_non_null(p);
  assert_string_equal(ir_print(p, f->arena), text);
  assert_refused(f, write_file(f, "y.ir", "func @\n"), "y.ir:1:");
}

static void links_several_files(void **state) {
  Fixture *f = *state;
  const char *files[] = {
    write_file(f, "a.c",
               "int shared; static int own = 1; int other(void); int main(void) { return "
               "other() + own; }"),
    write_file(f, "b.c",
               "int shared; static int own = 2; int other(void) { shared = 3; return "
               "shared + own; }"),
  };
  Program *p = frontend_load(f->arena, files, 2, &f->options, &f->error, NULL);
  assert_non_null(p);
  RunResult result = interp_run(p, f->arena, &(RunOptions){0});
  assert_int_equal(result.exit_code, 6);
  files[1] = write_file(f, "c.c", "int main(void) { return 0; }");
  assert_null(frontend_load(f->arena, files, 2, &f->options, &f->error, NULL));
  assert_has(f->error.message, "multiply defined");
}

static void refuses_two_widths(void **state) {
  Fixture *f = *state;
  const char *other = fixture_path(f, "b.bc");
  clang(f, "-m32 -c", write_file(f, "b.c", "int other;"), other);
  const char *files[] = {write_file(f, "a.c", "int main(void) { return 0; }"), other};
  assert_null(frontend_load(f->arena, files, 2, &f->options, &f->error, NULL));
  assert_has(f->error.message, "width");
}

static void hands_flags_to_the_compiler(void **state) {
  Fixture *f = *state;
  const char *flags[] = {"-DVALUE=7"};
  f->options.clang_flags = flags;
  f->options.clang_flag_count = 1;
  assert_has(lower(f, "int f(void) { return VALUE; }", "f"), "ret 7");
}

static void reads_compile_commands(void **state) {
  Fixture *f = *state;
  const char *a = write_file(f, "a.c", "int b(void); int main(void) { return b() + A; }");
  write_file(f, "b.c", "int b(void) { return sizeof TEXT; }");
  write_file(f, "note.cpp", "class c;");
  const char *database = write_file(
    f, "compile_commands.json",
    arena_printf(f->arena,
                 "[{\"directory\": \"%s\", \"file\": \"a.c\", \"command\": \"cc -O2 "
                 "-DA=10 -c a.c -o a.o -MD -MF a.d\"},"
                 " {\"directory\": \"%s\", \"file\": \"%s/b.c\", \"arguments\": "
                 "[\"gcc\", \"-DTEXT=\\\"four\\\"\", \"-c\", \"%s/b.c\"]},"
                 " {\"directory\": \"%s\", \"file\": \"note.cpp\", \"command\": \"c++ -c "
                 "note.cpp\"}]",
                 f->folder, f->folder, f->folder, f->folder, f->folder));
  f->options.compile_commands = database;
  Program *p = frontend_load(f->arena, NULL, 0, &f->options, &f->error, NULL);
  if (!p) print_error("%s\n%s", f->error.message, f->error.diagnostics);
  assert_non_null(p);
  assert_int_equal(interp_run(p, f->arena, &(RunOptions){0}).exit_code, 15);
  p = frontend_load(f->arena, &a, 1, &f->options, &f->error, NULL);
  assert_non_null(p);
  assert_has(text_of(f, p, NULL), "unknown function b");
  assert_refused(f, write_file(f, "c.c", "int c;"), "not in");
  f->options.compile_commands = write_file(f, "wrong.json", "[{");
  assert_null(frontend_load(f->arena, NULL, 0, &f->options, &f->error, NULL));
  assert_has(f->error.message, "wrong.json:1:");
  f->options.compile_commands = fixture_path(f, "none.json");
  assert_null(frontend_load(f->arena, NULL, 0, &f->options, &f->error, NULL));
  assert_has(f->error.message, "none.json");
}

static void refuses_a_wrong_entry(void **state) {
  Fixture *f = *state;
  const char *path = write_file(f, "x.c", "int f(void) { return 1; } int g(void);");
  f->options.entry = "g";
  assert_refused(f, path, "no function 'g'");
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, fixture_open, fixture_close)
  const struct CMUnitTest tests[] = {
    TEST(refuses_what_is_no_file),     TEST(refuses_empty_and_unknown_files),
    TEST(shows_compile_errors),        TEST(says_that_there_is_no_compiler),
    TEST(refuses_broken_bitcode),      TEST(survives_damaged_bitcode),
    TEST(reads_bitcode_and_assembly),  TEST(reads_its_own_text),
    TEST(links_several_files),         TEST(refuses_two_widths),
    TEST(hands_flags_to_the_compiler), TEST(reads_compile_commands),
    TEST(refuses_a_wrong_entry),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
