/* The part of a graph that a call sees, and putting it together again. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "shape/cut.h"
#include "shape/text.h"

static Arena *arena;
static Bitset no_globals;
static uint8_t leads[8];

static int set_up(void **state) {
  (void)state;
  arena = arena_new();
  no_globals = bitset_new(arena, 8);
  return 0;
}

static int tear_down(void **state) {
  (void)state;
  arena_free(arena);
  return 0;
}

static Graph *parse(const char *text) {
  const char *error = NULL;
  Graph *g = graph_parse(arena, text, 4, &error);
  if (!g) fail_msg("%s\n%s", error, text);
  return g;
}

static uint32_t heap_objects(const Graph *g) {
  uint32_t count = 0;
  for (uint32_t i = 1; i < g->objects.len; i++)
    count += graph_object(g, i)->place == PLACE_HEAP && !graph_object(g, i)->gone;
  return count;
}

/* A caller with a list x -> y -> segment and a block of its own; the call gets y. */
static const char *const a_call =
  "object 1 frame region { }\n"
  "object 2 frame region { 0:1 = v1, 2:1 = v4, 4:1 = v5 }\n"
  "object 3 frame region { 0:1 = v2, 2:1 = v5 }\n"
  "object 4 heap region size 8 { 0:4 = v2 }\n"
  "object 5 heap region size 8 { 0:4 = v3 }\n"
  "object 6 heap sls size 8 head 0 next 0 length 1 { 0:4 = 0 }\n"
  "object 7 heap region size 16 { }\n"
  "value v1 = &4\n"
  "value v2 = &5\n"
  "value v3 = &6 first\n"
  "value v4 = &7\n"
  "value v5 = [3, 40]\n";

static Cut cut_call(void) {
  Cut cut;
  graph_cut(arena, parse(a_call), (NamedGlobals){&no_globals, leads}, &cut);
  return cut;
}

static void test_part_is_what_the_call_reaches(void **state) {
  (void)state;
  Cut cut = cut_call();
  assert_null(graph_fault(cut.part));
  assert_int_equal(heap_objects(cut.part), 2);
  assert_int_equal(heap_objects(cut.rest), 2);
  assert_int_equal(cut.part->frames.len, 2);
  assert_int_equal(cut.rest->frames.len, 2);
  assert_int_equal(cut.shared.len, 2); /* the address of y, and the number */
}

static Graph *end_call(const Cut *cut) {
  Graph *part = graph_copy(arena, cut->part);
  graph_object(part, vec_last(&part->frames))->gone = true;
  graph_object(part, vec_last(&part->frames))->field_count = 0;
  part->frames.len--;
  return part;
}

/* A call that does nothing gives the caller its graph back. */
static void test_paste_undoes_cut(void **state) {
  (void)state;
  Cut cut = cut_call();
  Graph *back = graph_paste(arena, &cut, end_call(&cut), NULL, 0);
  Graph *before = parse(a_call);
  graph_object(before, 3)->gone = true;
  before->frames.len--;
  assert_null(graph_fault(back));
  assert_true(graph_equal(graph_compact(arena, back, NULL, NULL),
                          graph_compact(arena, before, NULL, NULL)));
}

/* What the call frees is freed for the caller, and what it learns the caller knows. */
static void test_changes_come_back(void **state) {
  (void)state;
  Cut cut = cut_call();
  Graph *part = end_call(&cut);
  uint32_t frame = part->frames.data[0], results[1];
  for (uint32_t i = 0; i < 2; i++) {
    ShapeValue *v = graph_value(part, graph_get_register(part, frame, i));
    if (v->kind == VALUE_ADDRESS)
      graph_kill(part, v->object);
    else
      v->lo = v->hi = 7;
  }
  graph_set_register(part, frame, SHAPE_RESULTS, graph_int(part, 9));
  Graph *back = graph_paste(arena, &cut, part, results, 1);
  const ShapeValue *next = graph_value(back, graph_lookup(back, 4, 0, 4));
  assert_int_equal(next->kind, VALUE_ADDRESS);
  assert_false(graph_object(back, next->object)->valid);
  uint32_t number = graph_get_register(back, back->frames.data[1], 2);
  assert_int_equal(graph_value(back, number)->lo, 7);
  assert_int_equal(graph_value(back, number)->hi, 7);
  assert_int_equal(graph_value(back, results[0])->lo, 9);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
int main(void) {
  const struct CMUnitTest tests[] = {
    TEST(test_part_is_what_the_call_reaches),
    TEST(test_paste_undoes_cut),
    TEST(test_changes_come_back),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
