/* The loop forest: shapes by hand, random graphs against the definitions. */
#include "graph_fixture.h"
#include "ir/loops.h"

static void check_list(const VecU32 *list, const uint32_t *expected, uint32_t count) {
  assert_int_equal(list->len, count);
  for (uint32_t i = 0; i < count; i++) assert_int_equal(list->data[i], expected[i]);
}

static void none(void **state) {
  Arena *arena = *state;
  Loops *loops = loops_new(fixture_cfg(arena, "0>1,2 1>3 2>3"), arena);
  assert_int_equal(loops->loops.len, 0);
  for (uint32_t b = 0; b < 4; b++) assert_int_equal(loops->loop_of[b], LOOP_NONE);
}

static void nested(void **state) {
  Arena *arena = *state;
  Cfg *cfg = fixture_cfg(arena, "0>1 1>2,6 2>3 3>4,5 4>3 5>1");
  Loops *loops = loops_new(cfg, arena);
  assert_int_equal(loops->loops.len, 2);
  const Loop *outer = &loops->loops.data[0], *inner = &loops->loops.data[1];
  assert_int_equal(outer->header, 1);
  assert_int_equal(outer->parent, LOOP_NONE);
  assert_int_equal(outer->members.len, 5);
  check_list(&outer->latches, (uint32_t[]){5}, 1);
  assert_int_equal(outer->exits.len, 1);
  assert_int_equal(outer->exits.data[0].from, 1);
  assert_int_equal(outer->exits.data[0].succ, 1);
  assert_int_equal(outer->exits.data[0].to, 6);
  assert_int_equal(inner->header, 3);
  assert_int_equal(inner->parent, 0);
  assert_int_equal(inner->depth, 2);
  assert_int_equal(inner->members.len, 2);
  assert_int_equal(loops_preheader(loops, 0).id, cfg->first);
  assert_int_equal(loops_preheader(loops, 1).id, cfg->first + 2);
  assert_int_equal(loops_depth(loops, cfg_block(cfg, 4)), 2);
  assert_int_equal(loops_depth(loops, cfg_block(cfg, 6)), 0);
  assert_true(loops_contains(loops, 0, cfg_block(cfg, 4)));
  assert_false(loops_contains(loops, 1, cfg_block(cfg, 5)));
  assert_true(loops_is_header(loops, cfg_block(cfg, 3)));
  assert_false(loops_is_header(loops, cfg_block(cfg, 4)));
}

static void two_latches_are_one_loop(void **state) {
  Arena *arena = *state;
  Loops *loops = loops_new(fixture_cfg(arena, "0>1 1>2,4 2>1,3 3>1"), arena);
  assert_int_equal(loops->loops.len, 1);
  check_list(&loops->loops.data[0].latches, (uint32_t[]){2, 3}, 2);
  assert_false(loops->loops.data[0].irreducible);
}

static void block_on_itself(void **state) {
  Arena *arena = *state;
  Loops *loops = loops_new(fixture_cfg(arena, "0>1 1>1,2"), arena);
  assert_int_equal(loops->loops.len, 1);
  check_list(&loops->loops.data[0].members, (uint32_t[]){1}, 1);
  check_list(&loops->loops.data[0].latches, (uint32_t[]){1}, 1);
}

static void two_entries(void **state) {
  Arena *arena = *state;
  Cfg *cfg = fixture_cfg(arena, "0>1,2 1>2,3 2>1");
  Loops *loops = loops_new(cfg, arena);
  assert_int_equal(loops->loops.len, 1);
  assert_true(loops->loops.data[0].irreducible);
  assert_int_equal(loops->loops.data[0].entries.len, 2);
  assert_int_equal(loops->loops.data[0].header, loops->loops.data[0].entries.data[0]);
}

/* Every edge that goes backwards in reverse postorder must end in a loop that contains
 * its source; for reducible loops it is the header and dominates all members. */
static void check_loops(Cfg *cfg, Arena *arena) {
  Loops *loops = loops_new(cfg, arena);
  for (uint32_t from = 0; from < cfg->count; from++) {
    Row succs = rows_at(&cfg->graph.succs, from);
    for (uint32_t i = 0; i < succs.len; i++) {
      uint32_t to = succs.items[i], loop = loops->loop_of[to];
      if (cfg->rpo.position[to] > cfg->rpo.position[from]) continue;
      assert_int_not_equal(loop, LOOP_NONE);
      while (loop != LOOP_NONE && loops->loops.data[loop].header != to)
        loop = loops->loops.data[loop].parent;
      if (loop == LOOP_NONE) continue; /* inside an irreducible region */
      assert_true(loops_contains(loops, loop, cfg_block(cfg, from)));
    }
  }
  for (uint32_t l = 0; l < loops->loops.len; l++) {
    const Loop *loop = &loops->loops.data[l];
    assert_true(loop->latches.len > 0);
    bool *seen = arena_new_array(arena, bool, cfg->count);
    seen[0] = true;
    fixture_mark(cfg, 0, loop->header, seen);
    bool avoided = false;
    for (uint32_t i = 0; i < loop->members.len; i++) {
      Blk b = cfg_block(cfg, loop->members.data[i]);
      assert_true(loops_contains(loops, l, b));
      assert_true(cfg_reaches(cfg, b, cfg_block(cfg, loop->header)));
      avoided |= seen[loop->members.data[i]];
    }
    assert_int_equal(avoided, loop->irreducible);
    for (uint32_t i = 0; i < loop->exits.len; i++)
      assert_false(loops_contains(loops, l, cfg_block(cfg, loop->exits.data[i].to)));
  }
}

static void random_graphs(void **state) {
  (void)state;
  uint64_t seed = 7;
  Arena *arena = arena_new();
  for (int i = 0; i < 3000; i++) {
    check_loops(fixture_random_cfg(arena, &seed), arena);
    arena_reset(arena);
  }
  arena_free(arena);
}

static int setup(void **state) { return *state = arena_new(), 0; }
static int teardown(void **state) { return arena_free(*state), 0; }

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test_setup_teardown(none, setup, teardown),
    cmocka_unit_test_setup_teardown(nested, setup, teardown),
    cmocka_unit_test_setup_teardown(two_latches_are_one_loop, setup, teardown),
    cmocka_unit_test_setup_teardown(block_on_itself, setup, teardown),
    cmocka_unit_test_setup_teardown(two_entries, setup, teardown),
    cmocka_unit_test(random_graphs),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
