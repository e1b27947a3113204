/* What join and abstraction promise, checked against meanings: a graph means concrete
 * heaps; those of both inputs are among those of the result, and a status says which
 * input means all that the other does. Whether a heap is among a graph's is decided here
 * by taking lists apart in all ways and comparing, without the join. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "shape/join.h"
#include "shape/text.h"

static Arena *arena;
static JoinOptions options;
static const uint32_t thresholds[3] = {2, 2, 3};
static const int64_t stops[] = {INT64_MIN, 0, 100, INT64_MAX};
enum { MOST_NODES = 10, ROUNDS = 6000 };

static int set_up(void **state) {
  (void)state;
  arena = arena_new();
  options = (JoinOptions){.exact_bound = -1,
                          .sites = sites_new(arena),
                          .thresholds = stops,
                          .threshold_count = 4};
  return 0;
}

static int tear_down(void **state) {
  (void)state;
  arena_free(arena);
  return 0;
}

static unsigned seed;
static unsigned dice(unsigned n) {
  seed = seed * 1103515245u + 12345u;
  return (seed >> 16) % n;
}

static const char *text_of(const Graph *g) {
  VecChar out = {0};
  graph_print(g, arena, &out);
  vec_push(arena, &out, '\0');
  return out.data;
}

/* ---- random graphs ---- */

/* A number: known, one that many nodes share, or one of the node's own. */
static const char *random_number(unsigned node, unsigned style) {
  static const char *const shared[] = {"v90", "v91", "v92"};
  unsigned kind = style < 2 ? 2 + style : dice(5);
  return kind < 3 ? shared[kind] : arena_printf(arena, "v3%u", node);
}

/* What the block of a node leads to: another block of its own, perhaps the next node, the
 * node, or what all share. */
static const char *random_content(unsigned node, const char *next) {
  switch (dice(6)) {
  case 0: return arena_printf(arena, "v4%u", node);
  case 1: return arena_printf(arena, "v1%u", node);
  case 2: return next;
  case 3: return dice(3) ? "0" : "v80";
  default: return "0";
  }
}

/* Up to five nodes, linked in a second way as well: to the next one, back, or to a block
 * of their own or a common one; registers point to some. */
static Graph *random_list(bool doubly) {
  unsigned n = dice(6), mark = dice(n + 1), style = dice(3), numbers = dice(4);
  VecChar t = {0};
  vec_printf(arena, &t, "object 1 frame region { 0:1 = %s, 2:1 = %s, 4:1 = %s }\n",
             n ? "v10" : "0", mark < n ? arena_printf(arena, "v1%u", mark) : "0",
             dice(3) ? "v80" : "v92");
  vec_printf(arena, &t,
             "object 80 heap region size 4 { }\nvalue v80 = &80\n"
             "value v90 = 20\nvalue v91 = 21\nvalue v92 = [30, 32]\n");
  for (unsigned i = 0; i < n; i++) {
    const char *next = i + 1 < n ? arena_printf(arena, "v1%u", i + 1) : "0";
    const char *back = doubly && i ? arena_printf(arena, "v1%u", i - 1) : "0";
    const char *other = "0";
    if (style == 1 && dice(3)) other = next;
    if (style == 2 && dice(2)) other = arena_printf(arena, "v2%u", i);
    if (style == 2 && !dice(6)) other = "v80";
    vec_printf(arena, &t,
               "object 1%u heap region size 16 { 0:4 = %s, 4:4 = %s, 8:4 = %s, "
               "12:4 = %s }\nvalue v1%u = &1%u\nvalue v3%u = [30, 32]\n"
               "object 2%u heap region size 8 { 0:4 = %s, 4:4 = %s }\nvalue v2%u = &2%u\n"
               "object 4%u heap region size 8 { 0:8 = 0 }\nvalue v4%u = &4%u\n",
               i, next, back, other, random_number(i, numbers), i, i, i, i,
               random_content(i, next), random_number(i, numbers), i, i, i, i, i);
  }
  vec_push(arena, &t, '\0');
  const char *error = NULL;
  Graph *g = graph_parse(arena, t.data, 4, &error);
  if (!g) fail_msg("%s\n%s", error, t.data);
  return graph_compact(arena, g, NULL, NULL);
}

static Graph *random_graph(bool doubly) {
  Graph *g = random_list(doubly);
  return dice(4) ? graph_abstract(g, &options, thresholds) : g;
}

/* ---- one of the heaps that a graph means ---- */

static uint32_t find_abstract(const Graph *g) {
  for (uint32_t i = 1; i < g->objects.len; i++) {
    const ShapeObject *o = graph_object(g, i);
    if (!o->gone && !o->level && o->kind != KIND_REGION) return i;
  }
  return SHAPE_NONE;
}

static Graph *without(const Graph *g, uint32_t object) {
  Graph *copy = graph_copy(arena, g);
  graph_remove(copy, object);
  return graph_compact(arena, copy, NULL, NULL);
}

static Graph *with_node(const Graph *g, uint32_t object) {
  Graph *copy = graph_copy(arena, g);
  ShapeObject *o = graph_object(copy, object);
  if (!o->length) o->length = 1;
  if (o->kind == KIND_OPTION)
    o->kind = KIND_REGION;
  else
    graph_materialise(copy, object, false);
  return graph_compact(arena, copy, NULL, NULL);
}

typedef struct Heap {
  Graph *g; /* regions alone */
  int64_t *numbers;
} Heap;

static Heap random_heap(const Graph *from) {
  Graph *g = graph_compact(arena, from, NULL, NULL);
  for (uint32_t i = find_abstract(g); i != SHAPE_NONE; i = find_abstract(g))
    g = graph_object(g, i)->length || !dice(3) ? with_node(g, i) : without(g, i);
  Heap heap = {g, arena_alloc(arena, (g->values.len + 1) * sizeof(int64_t))};
  for (uint32_t i = 0; i < g->values.len; i++) {
    const ShapeValue *v = graph_value(g, i);
    heap.numbers[i] = v->lo;
    if (v->kind == VALUE_INT && v->hi > v->lo)
      heap.numbers[i] += dice((unsigned)(v->hi - v->lo > 4 ? 4 : v->hi - v->lo + 1));
  }
  return heap;
}

/* Another graph, or one that has something in common with it. */
static Graph *random_partner(const Graph *a, bool doubly) {
  if (!dice(3)) return random_graph(doubly);
  Graph *g = random_heap(a).g;
  return dice(2) ? graph_abstract(g, &options, thresholds) : g;
}

/* ---- whether a heap is among them ---- */

typedef struct Match {
  const Graph *g;
  const Heap *heap;
  uint32_t *objects; /* of the graph -> of the heap */
  uint8_t *taken;    /* of the heap */
  uint8_t *chosen;   /* value of the graph -> its number is known */
  int64_t *numbers;
} Match;

static bool match_objects(Match *m, uint32_t a, uint32_t b);

static bool match_values(Match *m, uint32_t a, uint32_t b) {
  const ShapeValue *v = graph_value(m->g, a), *w = graph_value(m->heap->g, b);
  if (v->kind != w->kind) return false;
  if (v->kind == VALUE_ADDRESS)
    return v->lo == w->lo && v->hi == w->hi && match_objects(m, v->object, w->object);
  int64_t number = m->heap->numbers[b];
  if (number < v->lo || number > v->hi) return false;
  if (m->chosen[a]) return m->numbers[a] == number;
  m->chosen[a] = 1;
  m->numbers[a] = number;
  return true;
}

static bool match_objects(Match *m, uint32_t a, uint32_t b) {
  if (m->objects[a] != SHAPE_NONE || m->taken[b]) return m->objects[a] == b;
  const ShapeObject *o = graph_object(m->g, a), *p = graph_object(m->heap->g, b);
  if (o->kind != KIND_REGION || o->place != p->place || o->valid != p->valid)
    return false;
  if (o->size_lo > p->size_lo || o->size_hi < p->size_hi) return false;
  m->objects[a] = b;
  m->taken[b] = 1;
  for (uint32_t i = 0; i < o->field_count; i++) {
    ShapeField f = o->fields[i];
    uint32_t value = graph_lookup(m->heap->g, b, f.offset, f.size);
    if (value == SHAPE_NONE || !match_values(m, f.value, value)) return false;
  }
  return true;
}

static uint32_t count_live(const Graph *g) {
  uint32_t count = 0;
  for (uint32_t i = 1; i < g->objects.len; i++)
    count += graph_object(g, i)->place == PLACE_HEAP && !graph_object(g, i)->gone;
  return count;
}

static bool matches(const Graph *g, const Heap *heap) {
  Match m = {.g = g, .heap = heap};
  m.objects = arena_alloc(arena, g->objects.len * sizeof(uint32_t));
  memset(m.objects, 0xff, g->objects.len * sizeof(uint32_t));
  m.objects[SHAPE_NULL_OBJECT] = SHAPE_NULL_OBJECT;
  m.taken = arena_zalloc(arena, heap->g->objects.len);
  m.chosen = arena_zalloc(arena, g->values.len);
  m.numbers = arena_zalloc(arena, g->values.len * sizeof(int64_t));
  if (count_live(g) != count_live(heap->g)) return false;
  if (!match_objects(&m, g->frames.data[0], heap->g->frames.data[0])) return false;
  for (uint32_t i = 0; i < g->unequal.len; i++) {
    ShapeUnequal u = g->unequal.data[i];
    if (m.chosen[u.a] && m.chosen[u.b] && m.numbers[u.a] == m.numbers[u.b]) return false;
  }
  return true;
}

static bool means(const Graph *g, const Heap *heap, unsigned nodes) {
  uint32_t i = find_abstract(g);
  if (i == SHAPE_NONE) return matches(g, heap);
  if (!graph_object(g, i)->length && means(without(g, i), heap, nodes)) return true;
  return nodes && means(with_node(g, i), heap, nodes - 1);
}

/* ---- the properties ---- */

static void must_mean(const Graph *g, const Graph *of, unsigned start, const char *what) {
  Heap heap = random_heap(of);
  if (count_live(heap.g) > MOST_NODES) return;
  if (!means(graph_compact(arena, g, NULL, NULL), &heap, MOST_NODES))
    fail_msg("seed %u: %s: the heap\n%s\nof\n%s\nis not among those of\n%s", start, what,
             text_of(heap.g), text_of(of), text_of(g));
}

static void test_means_itself(void **state) {
  (void)state;
  for (unsigned start = 1; start < ROUNDS / 4; start++) {
    seed = start * 7919;
    Graph *g = random_graph(dice(2));
    must_mean(g, g, start, "a graph and itself");
    arena_reset(arena);
    options.sites = sites_new(arena);
  }
}

static void test_abstraction(void **state) {
  (void)state;
  unsigned count = 0;
  for (unsigned start = 1; start < ROUNDS; start++) {
    seed = start * 104729;
    Graph *g = random_list(dice(2));
    Graph *more = graph_abstract(graph_copy(arena, g), &options, thresholds);
    assert_null(graph_fault(more));
    count += !graph_equal(more, g);
    must_mean(more, g, start, "abstraction");
    arena_reset(arena);
    options.sites = sites_new(arena);
  }
  assert_true(count > ROUNDS / 10);
}

static void test_join(void **state) {
  (void)state;
  unsigned joined = 0, statuses[4] = {0};
  for (unsigned start = 1; start < ROUNDS; start++) {
    seed = start * 15485863;
    bool doubly = dice(2);
    Graph *a = random_graph(doubly), *b = random_partner(a, doubly);
    options.loose = dice(2);
    options.insert_first = dice(2);
    JoinStatus status;
    Graph *both = graph_join(arena, a, b, &options, &status);
    if (both) {
      joined++;
      statuses[status]++;
      assert_null(graph_fault(both));
      must_mean(both, a, start, "join, first");
      must_mean(both, b, start, "join, second");
      if (status == JOIN_FIRST || status == JOIN_EQUAL)
        must_mean(a, b, start, "first covers");
      if (status == JOIN_SECOND || status == JOIN_EQUAL)
        must_mean(b, a, start, "second covers");
    }
    arena_reset(arena);
    options.sites = sites_new(arena);
  }
  assert_true(joined > ROUNDS / 5);
  for (unsigned i = 0; i < 4; i++) assert_true(statuses[i] > 0);
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
  const struct CMUnitTest tests[] = {
    TEST(test_means_itself),
    TEST(test_abstraction),
    TEST(test_join),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
