/* Live values: a loop by hand, and random programs against the definition. */
#include "graph_fixture.h"
#include "ir/dom.h"
#include "ir/live.h"
#include "ir_fixture.h"

static const char loop[] = "target 64\n"
                           "func @f(i32 %n, i32 %unused) -> i32 {\n"
                           "entry:\n"
                           "  %zero = add i32 %n, 0\n"
                           "  %dead = add i32 %zero, 1\n"
                           "  br head\n"
                           "head:\n"
                           "  %i = phi i32 [%zero, entry], [%next, body]\n"
                           "  %c = icmp slt i32 %i, %n\n"
                           "  cbr %c, body, done\n"
                           "body:\n"
                           "  %next = add i32 %i, 1\n"
                           "  br head\n"
                           "done:\n"
                           "  ret %i\n"
                           "}\n";

static Blk block_of(const Program *p, const char *value) {
  return ir_inst(p, fixture_value(p, value))->block;
}

static void loop_by_hand(void **state) {
  Program *p = fixture_parse(*state, loop);
  Live *live = live_new(p, (Fn){0}, *state);
  Blk entry = block_of(p, "zero"), head = block_of(p, "i"), body = block_of(p, "next");
  Val n = fixture_value(p, "n"), i = fixture_value(p, "i"),
      zero = fixture_value(p, "zero");
  Val next = fixture_value(p, "next"), c = fixture_value(p, "c");
  assert_true(live_out(live, entry, n) && live_in(live, head, n));
  assert_true(live_in(live, body, n) && live_out(live, body, n));
  assert_true(live_out(live, entry, zero));
  assert_false(live_in(live, head, zero));
  assert_false(live_in(live, head, i));
  assert_true(live_out(live, head, i) && live_in(live, body, i));
  assert_false(live_out(live, body, i));
  assert_true(live_out(live, body, next));
  assert_false(live_in(live, head, next));
  assert_false(live_out(live, head, c));
  assert_true(live_is_after(live, c, c));
  assert_true(live_is_after(live, i, c));
  assert_false(live_is_after(live, i, next));
  assert_false(live_is_after(live, c, i)); /* not made yet */
  assert_false(live_is_after(live, fixture_value(p, "dead"), fixture_value(p, "dead")));
  assert_false(live_is_after(live, fixture_value(p, "unused"), n));
  assert_int_equal(live_uses(live, i).len, 3);
  VecU32 values = {0};
  live_after(live, *state, c, &values);
  assert_int_equal(values.len, 3);
}

/* ---- random programs ---- */

/* Each block computes two sums of values that dominate it, and has a phi where it can. */
static Program *random_program(Arena *arena, uint64_t *seed) {
  Cfg *shape = fixture_random_cfg(arena, seed);
  Dom *dom = dom_new(shape, arena);
  Program *p = program_new(arena, 64);
  Fn fn = build_declare_function(p, intern_string(p->names, "f"), 0);
  for (int i = 0; i < 2; i++) vec_push(arena, &p->functions.data[0].params, type_int(32));
  Builder *b = build_begin_function(p, fn);
  Val *made = arena_new_array(arena, Val, shape->count * 3);
  for (uint32_t i = 0; i < shape->count; i++) build_block(b, (Sym){0});
  for (uint32_t i = 0; i < shape->count * 3; i++) made[i] = build_reserve(b);
  Inst add = {.op = OP_ADD, .type = type_int(32), .origin = VAL_NONE};
  Inst phi = {.op = OP_PHI, .type = type_int(32), .origin = VAL_NONE};
  for (uint32_t i = 0; i < shape->count; i++) {
    build_at(b, i);
    Row preds = rows_at(&shape->graph.preds, i);
    Val from[64];
    for (uint32_t k = 0; k < preds.len; k++) {
      uint32_t at = preds.items[k], n = fixture_random(seed) % 4;
      from[k] = n == 3 ? build_param(b, 0) : made[at * 3 + n];
    }
    if (preds.len)
      build_emit_phi(b, made[i * 3], phi, from, preds.items, preds.len);
    else
      build_emit_reserved(b, made[i * 3], add,
                          (Val[]){build_param(b, 0), build_param(b, 1)}, 2);
    for (uint32_t n = 1; n < 3; n++) {
      uint32_t up = i;
      while (up && fixture_random(seed) % 2) up = dom->tree.parent[up];
      Val used = up == i ? made[i * 3] : made[up * 3 + fixture_random(seed) % 3];
      build_emit_reserved(b, made[i * 3 + n], add,
                          (Val[]){used, build_int(p, type_int(32), n)}, 2);
    }
    Targets targets = {0};
    Row succs = rows_at(&shape->graph.succs, i);
    for (uint32_t k = 0; k < succs.len; k++) vec_push(arena, &targets, succs.items[k]);
    fixture_jump(p, b, &targets);
  }
  build_end_function(b);
  return p;
}

/* By definition: some way from behind `at` leads to a use without passing the value. */
static bool reaches_use(const Program *p, Val value, Blk block, uint32_t from,
                        bool *seen) {
  const Block *b = ir_block(p, block);
  for (uint32_t id = from; id < b->first + b->count; id++) {
    const Inst *inst = ir_inst(p, (Val){id});
    if (id == value.id) return false;
    for (uint32_t n = 0; inst->op != OP_PHI && n < inst->arg_count; n++)
      if (val_eq(ir_arg(p, inst, n), value)) return true;
  }
  for (uint32_t s = 0; s < b->succ_count; s++) {
    Blk to = ir_succ(p, b, s);
    const Block *target = ir_block(p, to);
    ir_each_inst(target, v) {
      const Inst *inst = ir_inst(p, v);
      if (inst->op != OP_PHI) break;
      for (uint32_t n = 0; n < inst->arg_count; n++)
        if (ir_pred(p, target, n).id == block.id && val_eq(ir_arg(p, inst, n), value))
          return true;
    }
    if (seen[to.id]) continue;
    seen[to.id] = true;
    if (reaches_use(p, value, to, target->first, seen)) return true;
  }
  return false;
}

static bool needed(const Program *p, Arena *arena, Val value, Blk block, uint32_t from) {
  return reaches_use(p, value, block, from, arena_new_array(arena, bool, p->blocks.len));
}

static void check_after(Live *live, Arena *arena, Val at) {
  const Program *p = live->program;
  const Function *f = ir_function(p, live->fn);
  VecU32 values = {0};
  live_after(live, arena, at, &values);
  for (uint32_t id = f->first; id < f->first + f->inst_count; id++) {
    Val value = {id};
    Blk block = ir_inst(p, at)->block, made = ir_inst(p, value)->block;
    bool later = made.id == block.id && id > at.id;
    bool expected = !later && needed(p, arena, value, block, at.id + 1);
    bool listed = false;
    for (uint32_t i = 0; i < values.len; i++)
      listed |= values.data[i] == id - live->first;
    assert_int_equal(live_is_after(live, value, at), expected);
    assert_int_equal(listed, expected);
  }
}

static void check_program(Program *p, Arena *arena) {
  Live *live = live_new(p, (Fn){0}, arena);
  const Function *f = ir_function(p, (Fn){0});
  ir_each_block(p, f, b) {
    const Block *block = ir_block(p, b);
    for (uint32_t id = f->first; id < f->first + f->inst_count; id++) {
      bool here = ir_inst(p, (Val){id})->block.id == b.id;
      uint32_t end = block->first + block->count;
      assert_int_equal(live_in(live, b, (Val){id}),
                       !here && needed(p, arena, (Val){id}, b, block->first));
      assert_int_equal(live_out(live, b, (Val){id}), needed(p, arena, (Val){id}, b, end));
    }
    ir_each_inst(block, v) check_after(live, arena, v);
  }
}

static void random_programs(void **state) {
  (void)state;
  uint64_t seed = 3;
  Arena *arena = arena_new();
  for (int i = 0; i < 200; i++) {
    check_program(random_program(arena, &seed), arena);
    arena_reset(arena);
  }
  arena_free(arena);
}

static int setup(void **state) { return *state = arena_new(), 0; }
static int teardown(void **state) { return arena_free(*state), 0; }

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test_setup_teardown(loop_by_hand, setup, teardown),
    cmocka_unit_test(random_programs),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
