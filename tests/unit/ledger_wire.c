/* Messages: what goes in comes out; cut and garbled ones are noticed and do no harm. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/map.h"
#include "ledger/wire.h"

static VecChar sample(Arena *arena) {
  int fds[2];
  assert_int_equal(pipe(fds), 0);
  Inputs inputs = {0};
  inputs_add(arena, &inputs, (Choice){{3}, CHOICE_ALLOC, type_ptr(), 1, 2});
  inputs_add(arena, &inputs, (Choice){VAL_NONE, CHOICE_INPUT, type_int(7), 5, 0});
  WireOut out;
  wire_begin(&out, arena, 42);
  wire_put_u32(&out, 17);
  wire_put_double(&out, -0.5);
  wire_put_text(&out, NULL);
  wire_put_text(&out, "hello");
  wire_put_inputs(&out, &inputs);
  assert_true(wire_send(&out, fds[1]));
  VecChar bytes = {0};
  vec_reserve(arena, &bytes, 4096);
  bytes.len = (uint32_t)read(fds[0], bytes.data, 4096);
  close(fds[0]);
  close(fds[1]);
  return bytes;
}

/* Whether the whole message is as it was written. */
static bool read_sample(WireIn *in, Arena *arena) {
  bool same = wire_get_u32(in) == 17;
  same &= wire_get_double(in) == -0.5;
  same &= !*wire_get_text(in, arena);
  same &= !strcmp(wire_get_text(in, arena), "hello");
  Inputs inputs = wire_get_inputs(in, arena, 4);
  if (!wire_complete(in)) return false;
  const Choice *choice = inputs.choices.data;
  return same && in->kind == 42 && inputs.choices.len == 2 && choice[0].at.id == 3 &&
         choice[0].kind == CHOICE_ALLOC && choice[0].hi == 2 && val_none(choice[1].at) &&
         choice[1].type.code == type_int(7).code;
}

static void there_and_back(void **state) {
  VecChar bytes = sample(*state);
  uint32_t used = 0;
  WireIn in;
  assert_int_equal(wire_take(&bytes, &used, &in), WIRE_FRAME);
  assert_true(read_sample(&in, *state));
  assert_int_equal(used, bytes.len);
  assert_int_equal(wire_take(&bytes, &used, &in), WIRE_PARTIAL);
}

static void cut_anywhere(void **state) {
  VecChar bytes = sample(*state);
  for (uint32_t whole = bytes.len, cut = 0; cut < whole; cut++) {
    uint32_t used = 0;
    WireIn in;
    bytes.len = cut;
    assert_int_equal(wire_take(&bytes, &used, &in), WIRE_PARTIAL);
    assert_int_equal(used, 0);
  }
}

static void body_too_short_or_long(void **state) {
  VecChar bytes = sample(*state);
  uint32_t used = 0;
  WireIn in;
  assert_int_equal(wire_take(&bytes, &used, &in), WIRE_FRAME);
  for (int change = -5; change < 5; change++) {
    WireIn other = in;
    other.end += change;
    if (change) assert_false(read_sample(&other, *state));
  }
}

static void choice_of_no_instruction(void **state) {
  VecChar bytes = sample(*state);
  uint32_t used = 0;
  WireIn in;
  wire_take(&bytes, &used, &in);
  in.at = in.end - 4 - 2 * 24;
  wire_get_inputs(&in, *state, 3);
  assert_false(wire_complete(&in));
}

static void garbled(void **state) {
  VecChar good = sample(*state);
  for (uint64_t seed = 0; seed < 20000; seed++) {
    VecChar bytes = {0};
    vec_resize(*state, &bytes, good.len);
    memcpy(bytes.data, good.data, good.len);
    for (uint64_t i = 0; i <= hash_u64(seed) % 3; i++) {
      uint64_t random = hash_combine(seed, i);
      bytes.data[random % good.len] ^= (char)(1 + (random >> 32) % 255);
    }
    uint32_t used = 0;
    WireIn in;
    if (wire_take(&bytes, &used, &in) == WIRE_FRAME) read_sample(&in, *state);
    assert_true(used <= bytes.len);
  }
}

static int setup(void **state) { return *state = arena_new(), 0; }
static int teardown(void **state) { return arena_free(*state), 0; }
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void) {
  const struct CMUnitTest tests[] = {
    TEST(there_and_back),           TEST(cut_anywhere), TEST(body_too_short_or_long),
    TEST(choice_of_no_instruction), TEST(garbled),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
