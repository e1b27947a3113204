/* Inputs as text: every form of number, comments, messages, and what is printed reads
 * back. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "ir/inputs.h"

static Arena *arena;

static Inputs parse(const char *text) {
  Inputs inputs = {0};
  const char *error = NULL;
  if (!inputs_parse(arena, &inputs, text, &error)) fail_msg("%s", error);
  return inputs;
}

static void assert_value(const Inputs *inputs, uint32_t n, uint64_t hi, uint64_t lo) {
  assert_true(n < inputs->choices.len);
  assert_int_equal(inputs->choices.data[n].lo, lo);
  assert_int_equal(inputs->choices.data[n].hi, hi);
}

static void integers(void **state) {
  Inputs inputs = parse("5\n-3\n0x1F\n18446744073709551615\n"
                        "0xffeeddccbbaa99887766554433221100\n-0x10");
  assert_int_equal(inputs.choices.len, 6);
  assert_value(&inputs, 0, 0, 5);
  assert_value(&inputs, 1, UINT64_MAX, (uint64_t)-3);
  assert_value(&inputs, 2, 0, 31);
  assert_value(&inputs, 3, 0, UINT64_MAX);
  assert_value(&inputs, 4, 0xffeeddccbbaa9988, 0x7766554433221100);
  assert_value(&inputs, 5, UINT64_MAX, (uint64_t)-16);
  assert_true(val_none(inputs.choices.data[0].at));
  assert_true(type_is_void(inputs.choices.data[0].type));
}

static void floats(void **state) {
  Inputs inputs = parse("2.5\n-1e3\n");
  double values[] = {2.5, -1000};
  for (uint32_t i = 0; i < 2; i++) {
    uint64_t bits;
    memcpy(&bits, &values[i], sizeof bits);
    assert_value(&inputs, i, 0, bits);
    assert_true(type_eq(inputs.choices.data[i].type, type_float(64)));
  }
}

static void instructions_and_comments(void **state) {
  Inputs inputs = parse("# a run\n\n  @17 5 # twice\n@0\t-1\r\n\t7#\n#9\n@2147483647 1");
  assert_int_equal(inputs.choices.len, 4);
  assert_int_equal(inputs.choices.data[0].at.id, 17);
  assert_int_equal(inputs.choices.data[1].at.id, 0);
  assert_true(val_none(inputs.choices.data[2].at));
  assert_int_equal(inputs.choices.data[3].at.id, 2147483647);
  assert_value(&inputs, 2, 0, 7);
}

static void empty_texts(void **state) {
  assert_int_equal(parse("").choices.len, 0);
  assert_int_equal(parse("\n\n# nothing").choices.len, 0);
}

static void assert_wrong(const char *text, const char *message) {
  Inputs inputs = {0};
  const char *error = NULL;
  assert_false(inputs_parse(arena, &inputs, text, &error));
  assert_string_equal(error, message);
}

static void faults_have_a_line(void **state) {
  assert_wrong("5\nx\n", "line 2: expected a number, found `x`");
  assert_wrong("5 6", "line 1: expected the end of the line, found `6`");
  assert_wrong("@17\n5", "line 1: expected a number, found the end of the line");
  assert_wrong("@ 5", "line 1: expected an instruction's number after @, found `@`");
  assert_wrong("@2147483648 5",
               "line 1: expected an instruction's number after @, found `@2147483648`");
  assert_wrong("\n\n@-1 5",
               "line 3: expected an instruction's number after @, found `@-1`");
  assert_wrong("0x", "line 1: expected a number, found `0x`");
  assert_wrong("-", "line 1: expected a number, found `-`");
  assert_wrong("12abc", "line 1: expected a number, found `12abc`");
  assert_wrong("0x100000000000000000000000000000000",
               "line 1: expected a number, found `0x100000000000000000000000000000000`");
  assert_wrong("1.5.2", "line 1: expected a number, found `1.5.2`");
  assert_wrong("nan", "line 1: expected a number, found `nan`");
}

static const char *print(const Inputs *inputs) {
  VecChar out = {0};
  inputs_print(arena, inputs, &out);
  return out.data;
}

static Choice choice(uint32_t at, ChoiceKind kind, Type type, uint64_t hi, uint64_t lo) {
  return (Choice){{at}, (uint8_t)kind, type, lo, hi};
}

static void printed_form(void **state) {
  Inputs inputs = {0};
  inputs_add(arena, &inputs, choice(IR_NONE, CHOICE_INPUT, type_int(32), 0, 0xffffffff));
  inputs_add(arena, &inputs, choice(17, CHOICE_ALLOC, type_ptr(), 0, 1));
  inputs_add(arena, &inputs, choice(IR_NONE, CHOICE_ALLOC, type_ptr(), 0, 0));
  inputs_add(arena, &inputs, choice(3, CHOICE_UNINIT, type_int(8), 0, 7));
  inputs_add(arena, &inputs, choice(4, CHOICE_INPUT, type_int(1), 0, 1));
  inputs_add(arena, &inputs, choice(5, CHOICE_INPUT, type_float(32), 0, 0x3f800000));
  inputs_add(arena, &inputs, choice(6, CHOICE_INPUT, type_int(128), 1, 2));
  inputs_add(arena, &inputs, choice(7, CHOICE_INPUT, type_int(64), 0, UINT64_MAX));
  assert_string_equal(print(&inputs), "-1 # input i32\n"
                                      "@17 0x1 # alloc ptr\n"
                                      "# 0x0 # alloc ptr\n"
                                      "@3 7 # uninit i8\n"
                                      "@4 1 # input i1\n"
                                      "@5 0x3f800000 # input f32\n"
                                      "@6 0x10000000000000002 # input i128\n"
                                      "@7 -1 # input i64\n");
}

/* The low bits that a type has are what comes back. */
static void printed_reads_back(void **state) {
  static const unsigned widths[] = {1, 7, 8, 32, 63, 64, 65, 128};
  Inputs inputs = {0};
  uint64_t word = 0x9e3779b97f4a7c15;
  for (uint32_t i = 0; i < 400; i++, word *= 0xd1342543de82ef95) {
    unsigned bits = widths[i % 8];
    uint64_t lo = bits < 64 ? word & (((uint64_t)1 << bits) - 1) : word;
    uint64_t hi = bits == 128 ? ~word : bits == 65 ? word & 1 : 0;
    inputs_add(arena, &inputs, choice(i, CHOICE_INPUT, type_int(bits), hi, lo));
  }
  Inputs again = parse(print(&inputs));
  assert_int_equal(again.choices.len, inputs.choices.len);
  for (uint32_t i = 0; i < inputs.choices.len; i++) {
    unsigned bits = widths[i % 8];
    const Choice *a = &inputs.choices.data[i], *b = &again.choices.data[i];
    uint64_t low = bits < 64 ? ((uint64_t)1 << bits) - 1 : UINT64_MAX;
    uint64_t high = bits == 128 ? UINT64_MAX : bits == 65 ? 1 : 0;
    assert_int_equal(b->at.id, i);
    assert_int_equal(b->lo & low, a->lo);
    assert_int_equal(b->hi & high, a->hi);
  }
}

static int make(void **state) { return arena = arena_new(), 0; }
static int destroy(void **state) { return arena_free(arena), 0; }

int main(void) {
#define CASE(f) cmocka_unit_test_setup_teardown(f, make, destroy)
  const struct CMUnitTest tests[] = {
    CASE(integers),
    CASE(floats),
    CASE(instructions_and_comments),
    CASE(empty_texts),
    CASE(faults_have_a_line),
    CASE(printed_form),
    CASE(printed_reads_back),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
