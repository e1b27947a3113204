/* Reverse postorder, reachability, dominators, post-dominators, frontiers and control
 * dependence: small graphs by hand, random ones against the definitions. */
#include "graph_fixture.h"
#include "ir/dom.h"

static Blk block(const Cfg *cfg, uint32_t local) { return cfg_block(cfg, local); }

static void check_immediate(const Dom *dom, uint32_t b, uint32_t expected) {
  assert_int_equal(dom_immediate(dom, block(dom->cfg, b)).id,
                   block(dom->cfg, expected).id);
}

static void check_row(Row row, const uint32_t *expected, uint32_t count) {
  assert_int_equal(row.len, count);
  for (uint32_t i = 0; i < count; i++) assert_int_equal(row.items[i], expected[i]);
}

static void diamond(void **state) {
  Arena *arena = *state;
  Cfg *cfg = fixture_cfg(arena, "0>1,2 1>3 2>3");
  Dom *dom = dom_new(cfg, arena), *post = dom_new_post(cfg, arena);
  for (uint32_t b = 1; b < 4; b++) check_immediate(dom, b, 0);
  check_immediate(dom, 0, DIGRAPH_NONE);
  for (uint32_t b = 0; b < 3; b++) check_immediate(post, b, 3);
  assert_int_equal(dom_immediate(post, block(cfg, 3)).id, IR_NONE);
  check_row(dom_frontier(dom, arena, block(cfg, 1)), (uint32_t[]){3}, 1);
  check_row(dom_frontier(dom, arena, block(cfg, 0)), NULL, 0);
  check_row(dom_frontier(post, arena, block(cfg, 2)), (uint32_t[]){0}, 1);
  assert_int_equal(dom_common(dom, block(cfg, 1), block(cfg, 2)).id, cfg->first);
  assert_int_equal(dom_common(post, block(cfg, 1), block(cfg, 2)).id, cfg->first + 3);
  assert_int_equal(cfg->rpo.order[0], 0);
  assert_int_equal(cfg->rpo.order[3], 3);
}

static void loop_depends_on_itself(void **state) {
  Arena *arena = *state;
  Cfg *cfg = fixture_cfg(arena, "0>1 1>2,3 2>1");
  Dom *post = dom_new_post(cfg, arena);
  ControlDeps *deps = control_deps_new(post, arena);
  check_immediate(post, 2, 1);
  check_immediate(post, 1, 3);
  for (uint32_t b = 1; b <= 2; b++) {
    assert_int_equal(deps->start[b + 1] - deps->start[b], 1);
    ControlEdge edge = deps->edges[deps->start[b]];
    assert_int_equal(edge.branch, 1);
    assert_int_equal(edge.succ, 0);
  }
  assert_int_equal(deps->start[4], deps->start[3]);
  check_row(rows_at(&deps->dependents, 1), (uint32_t[]){1, 2}, 2);
}

static void endless_loop_stops_at_its_header(void **state) {
  Arena *arena = *state;
  Cfg *cfg = fixture_cfg(arena, "0>1,4 1>2 2>3,2 3>1");
  Dom *post = dom_new_post(cfg, arena);
  for (uint32_t b = 0; b < cfg->count; b++) assert_true(digraph_tree_has(&post->tree, b));
  assert_int_equal(dom_immediate(post, block(cfg, 1)).id, IR_NONE);
  check_immediate(post, 3, 1);
  check_immediate(post, 2, 3);
  ControlDeps *deps = control_deps_new(post, arena);
  check_row(rows_at(&deps->dependents, 0), (uint32_t[]){1, 4}, 2);
  check_row(rows_at(&deps->dependents, 1), (uint32_t[]){1, 2, 3}, 3);
}

static void value_before_use(void **state) {
  Arena *arena = *state;
  Cfg *cfg = fixture_cfg(arena, "0>1,2 1>3 2>3");
  Dom *dom = dom_new(cfg, arena);
  Val in_1 = ir_terminator(ir_block(cfg->program, block(cfg, 1)));
  Val in_0 = ir_terminator(ir_block(cfg->program, block(cfg, 0)));
  Val in_3 = ir_terminator(ir_block(cfg->program, block(cfg, 3)));
  assert_true(dom_value_at(dom, in_0, in_3));
  assert_false(dom_value_at(dom, in_1, in_3));
  assert_false(dom_value_at(dom, in_0, in_0));
  assert_false(cfg_inst_reaches(cfg, in_0, in_0));
  assert_true(cfg_inst_reaches(cfg, in_1, in_3));
}

/* ---- random graphs ---- */

static void check_dominators(Cfg *cfg, Arena *arena) {
  Dom *dom = dom_new(cfg, arena);
  for (uint32_t a = 0; a < cfg->count; a++) {
    bool *seen = arena_new_array(arena, bool, cfg->count), *follows;
    if (a != 0) seen[0] = true, fixture_mark(cfg, 0, a, seen);
    follows = arena_new_array(arena, bool, cfg->count);
    fixture_mark(cfg, a, DIGRAPH_NONE, follows);
    for (uint32_t b = 0; b < cfg->count; b++) {
      assert_int_equal(dom_dominates(dom, block(cfg, a), block(cfg, b)), !seen[b]);
      assert_int_equal(cfg_reaches(cfg, block(cfg, a), block(cfg, b)), follows[b]);
    }
  }
  for (uint32_t b = 1; b < cfg->count; b++) {
    Blk above = dom_immediate(dom, block(cfg, b));
    for (uint32_t a = 0; a < cfg->count; a++)
      if (a != b && dom_dominates(dom, block(cfg, a), block(cfg, b)))
        assert_true(dom_dominates(dom, block(cfg, a), above));
  }
}

/* b in DF(a): a dominates a predecessor of b and does not strictly dominate b. */
static void check_frontier(Cfg *cfg, Arena *arena) {
  Dom *dom = dom_new(cfg, arena);
  for (uint32_t a = 0; a < cfg->count; a++) {
    Row row = dom_frontier(dom, arena, block(cfg, a));
    uint32_t next = 0;
    for (uint32_t b = 0; b < cfg->count; b++) {
      bool above_pred = false;
      Row preds = rows_at(&cfg->graph.preds, b);
      for (uint32_t i = 0; i < preds.len; i++)
        above_pred |= dom_dominates(dom, block(cfg, a), block(cfg, preds.items[i]));
      bool strictly = a != b && dom_dominates(dom, block(cfg, a), block(cfg, b));
      if (!above_pred || strictly) continue;
      assert_true(next < row.len);
      assert_int_equal(row.items[next++], b);
    }
    assert_int_equal(next, row.len);
  }
}

/* Does some way from b to a block without successors avoid a? */
static bool exit_avoiding(const Cfg *cfg, Arena *arena, uint32_t b, uint32_t a) {
  bool *seen = arena_new_array(arena, bool, cfg->count);
  if (b == a) return false;
  seen[b] = true;
  fixture_mark(cfg, b, a, seen);
  for (uint32_t x = 0; x < cfg->count; x++)
    if (seen[x] && !rows_at(&cfg->graph.succs, x).len) return true;
  return false;
}

/* Only where every block can reach an exit: there the definition has no freedom. */
static void check_post_dominators(Cfg *cfg, Arena *arena) {
  Dom *post = dom_new_post(cfg, arena);
  bool ends = true;
  for (uint32_t b = 0; b < cfg->count; b++) {
    assert_true(digraph_tree_has(&post->tree, b));
    ends &= exit_avoiding(cfg, arena, b, DIGRAPH_NONE);
  }
  if (!ends) return;
  for (uint32_t a = 0; a < cfg->count; a++)
    for (uint32_t b = 0; b < cfg->count; b++)
      assert_int_equal(dom_dominates(post, block(cfg, a), block(cfg, b)),
                       !exit_avoiding(cfg, arena, b, a));
}

/* b depends on the edge: it post-dominates the target and not (strictly) the branch. */
static void check_control(Cfg *cfg, Arena *arena) {
  Dom *post = dom_new_post(cfg, arena);
  ControlDeps *deps = control_deps_new(post, arena);
  for (uint32_t b = 0; b < cfg->count; b++) {
    uint32_t next = deps->start[b];
    for (uint32_t branch = 0; branch < cfg->count; branch++) {
      Row succs = rows_at(&cfg->graph.succs, branch);
      for (uint32_t i = 0; i < succs.len; i++) {
        if (!dom_dominates(post, block(cfg, b), block(cfg, succs.items[i]))) continue;
        if (b != branch && dom_dominates(post, block(cfg, b), block(cfg, branch)))
          continue;
        assert_true(next < deps->start[b + 1]);
        assert_int_equal(deps->edges[next].branch, branch);
        assert_int_equal(deps->edges[next++].succ, i);
      }
    }
    assert_int_equal(next, deps->start[b + 1]);
  }
}

static void random_graphs(void **state) {
  (void)state;
  uint64_t seed = 1;
  Arena *arena = arena_new();
  for (int i = 0; i < 3000; i++) {
    Cfg *cfg = fixture_random_cfg(arena, &seed);
    check_dominators(cfg, arena);
    check_frontier(cfg, arena);
    check_post_dominators(cfg, arena);
    check_control(cfg, arena);
    arena_reset(arena);
  }
  arena_free(arena);
}

/* A ladder of joins and back edges; quadratic methods would not end in reasonable time.
 */
static void long_function(void **state) {
  Arena *arena = *state;
  enum { STEPS = 200000 };
  Targets *targets = arena_new_array(arena, Targets, STEPS + 1);
  for (uint32_t i = 0; i < STEPS; i++) {
    vec_push(arena, &targets[i], i + 1);
    vec_push(arena, &targets[i], i % 2 && i + 2 <= STEPS ? i + 2 : i / 2 + 1);
  }
  Cfg *cfg = fixture_from_targets(arena, targets, STEPS + 1);
  Dom *dom = dom_new(cfg, arena), *post = dom_new_post(cfg, arena);
  assert_true(dom_dominates(dom, block(cfg, 0), block(cfg, STEPS)));
  assert_true(dom_dominates(post, block(cfg, STEPS), block(cfg, 0)));
  assert_true(cfg_reaches(cfg, block(cfg, 1), block(cfg, STEPS)));
}

static int setup(void **state) { return *state = arena_new(), 0; }
static int teardown(void **state) { return arena_free(*state), 0; }

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test_setup_teardown(diamond, setup, teardown),
    cmocka_unit_test_setup_teardown(loop_depends_on_itself, setup, teardown),
    cmocka_unit_test_setup_teardown(endless_loop_stops_at_its_header, setup, teardown),
    cmocka_unit_test_setup_teardown(value_before_use, setup, teardown),
    cmocka_unit_test(random_graphs),
    cmocka_unit_test_setup_teardown(long_function, setup, teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
