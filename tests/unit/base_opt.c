/* The command line: every kind of option right and wrong, hints, what belongs to whom. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/near.h"
#include "base/opt.h"

static Arena *arena;
static Options options;

static const char *parse(const char *line) {
  char *words[32] = {"belay"};
  int count = 1;
  for (char *word = strtok(arena_strdup(arena, line), " "); word;
       word = strtok(NULL, " "))
    words[count++] = word;
  char **argv = arena_alloc(arena, sizeof words);
  memcpy(argv, words, sizeof words);
  return opt_parse(arena, count, argv, &options);
}

#define assert_fine(line) assert_null(parse(line))
#define assert_wrong(line, message) assert_string_equal(parse(line), message)

static void defaults(void **state) {
  assert_fine("check a.c");
  assert_int_equal(options.command, COMMAND_check);
  assert_int_equal(options.timeout, 900);
  assert_string_equal(options.arch, "64");
  assert_null(options.property);
  assert_false(options.verbose);
  assert_int_equal(options.operands.len, 1);
}

static void forms_of_options(void **state) {
  assert_fine("check --timeout 10 a.c --arch=32 -j4 b.c -v --engines points,shape");
  assert_int_equal(options.timeout, 10);
  assert_string_equal(options.arch, "32");
  assert_int_equal(options.jobs, 4);
  assert_true(options.verbose);
  assert_string_equal(options.engines, "points,shape");
  assert_int_equal(options.operands.len, 2);
  assert_string_equal(options.operands.data[1], "b.c");
  assert_fine("check a.c -j 3 -j 2");
  assert_int_equal(options.jobs, 2);
  assert_fine("ir a.c -o -");
  assert_string_equal(options.output, "-");
}

static void no_command(void **state) {
  assert_fine("");
  assert_int_equal(options.command, COMMAND_COUNT);
  assert_fine("--version");
  assert_true(options.version);
  assert_wrong("--timeout 3", "'belay' has no option '--timeout'; it belongs to 'belay "
                              "check' or 'belay run' or 'belay shape'");
}

static void the_rest(void **state) {
  assert_fine("check a.c -- -DX --arch");
  assert_int_equal(options.clang_flags.len, 2);
  assert_string_equal(options.clang_flags.data[1], "--arch");
  assert_fine("run a.c --args -- --args x");
  assert_int_equal(options.program_args.len, 3);
  assert_fine("run a.c -- -DX --args 1 --");
  assert_int_equal(options.clang_flags.len, 1);
  assert_int_equal(options.program_args.len, 2);
  assert_string_equal(options.program_args.data[1], "--");
}

static void wrong_arguments(void **state) {
  assert_wrong("check --timeout", "'--timeout' wants an argument: SECONDS");
  assert_wrong("check --timeout ten", "'--timeout' wants a number, not 'ten'");
  assert_wrong("check --timeout=", "'--timeout' wants a number, not ''");
  assert_wrong("check --timeout -1", "'--timeout' wants a number, not '-1'");
  assert_wrong("check -j 0", "'--jobs' is from 1 to 256, not 0");
  assert_wrong("check -j 99999999999999999999999",
               "'--jobs' wants a number, not '99999999999999999999999'");
  assert_wrong("check --arch 16", "'--arch' is one of 32|64, not '16'");
  assert_wrong(
    "check --color alwais",
    "'--color' is one of auto|always|never, not 'alwais'; did you mean 'always'?");
  assert_wrong("check --verbose=1", "'--verbose' takes no argument");
  assert_wrong("check --entry=", "'--entry' wants FUNCTION, not nothing");
}

static void unknown_words(void **state) {
  assert_wrong("check --tiemout 3",
               "unknown option '--tiemout'; did you mean '--timeout'?");
  assert_wrong("check --xyzzyqwerty", "unknown option '--xyzzyqwerty'");
  assert_wrong("check a.c -DX=1",
               "unknown option '-DX=1'; flags for the compiler go after '--'");
  assert_wrong("check -z", "unknown option '-z'");
  assert_wrong("check -vq", "unknown option '-vq'");
  assert_wrong("ir --engines points",
               "'belay ir' has no option '--engines'; it belongs to 'belay check'");
  assert_wrong("chekc a.c", "unknown command 'chekc'; did you mean 'check'?");
  assert_wrong("a.c", "unknown command 'a.c'; did you mean 'belay check a.c'?");
  assert_wrong("frobnicate", "unknown command 'frobnicate'");
}

/* A row that collides with another one would never be reached. */
static void table_is_consistent(void **state) {
  for (unsigned i = 0; i < opt_row_count; i++) {
    assert_true(opt_rows[i].commands != 0);
    assert_int_equal(opt_rows[i].argument == NULL, opt_rows[i].kind == OPT_FLAG);
    for (unsigned j = 0; j < i; j++) {
      assert_string_not_equal(opt_rows[i].name, opt_rows[j].name);
      assert_true(opt_rows[i].letter == 0 || opt_rows[i].letter != opt_rows[j].letter);
    }
  }
}

static void distances(void **state) {
  assert_int_equal(near_distance("", ""), 0);
  assert_int_equal(near_distance("abc", ""), 3);
  assert_int_equal(near_distance("timeout", "tiemout"), 1);
  assert_int_equal(near_distance("kitten", "sitting"), 3);
  assert_int_equal(near_distance("points", "pints"), 1);
}

static int make_arena(void **state) {
  arena = arena_new();
  return 0;
}

static int drop_arena(void **state) {
  arena_free(arena);
  return 0;
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(defaults),        cmocka_unit_test(forms_of_options),
    cmocka_unit_test(no_command),      cmocka_unit_test(the_rest),
    cmocka_unit_test(wrong_arguments), cmocka_unit_test(unknown_words),
    cmocka_unit_test(distances),       cmocka_unit_test(table_is_consistent),
  };
  return cmocka_run_group_tests(tests, make_arena, drop_arena);
}
