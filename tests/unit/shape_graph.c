/* Operations on memory graphs, each on a graph written as text. */
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

static int set_up(void **state) {
  (void)state;
  arena = arena_new();
  options = (JoinOptions){.exact_bound = 10,
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

static Graph *parse(const char *text) {
  const char *error = NULL;
  Graph *g = graph_parse(arena, text, 4, &error);
  if (!g) fail_msg("%s\n%s", error, text);
  return graph_compact(arena, g, NULL, NULL);
}

static const char *text_of(const Graph *g) {
  VecChar out = {0};
  graph_print(g, arena, &out);
  vec_push(arena, &out, '\0');
  return out.data;
}

static void assert_graph(const Graph *g, const char *expected) {
  assert_null(graph_fault(g));
  const Graph *compact = graph_compact(arena, g, NULL, NULL);
  const Graph *wanted = parse(expected);
  if (!graph_equal(compact, wanted))
    fail_msg("got\n%s\nexpected\n%s", text_of(compact), text_of(wanted));
}

static uint32_t reg(const Graph *g, uint32_t n) {
  return graph_get_register(g, g->frames.data[0], n);
}

/* ---- the text form ---- */

static void test_text(void **state) {
  (void)state;
  Graph *g = parse("object 1 frame region { 0:1 = v1, 2:1 = v2 }\n"
                   "object 2 heap dls size 12 head 4 next 4 prev 8 length 1 "
                   "{ 0:4 = v3, 4:4 = 0, 8:4 = 0 }\n"
                   "value v1 = &2 + 4 first\nvalue v2 = &2 + 4 last\n"
                   "value v3 = [-3, 7] level 1\n# a comment\n");
  Graph *again = parse(text_of(g));
  assert_true(graph_equal(g, again));
  const char *error = NULL;
  assert_null(graph_parse(arena, "object 1 heap tree { }", 4, &error));
  assert_non_null(error);
}

static void test_faults(void **state) {
  (void)state;
  const char *error = NULL;
  assert_null(graph_parse(arena, "object 1 heap region size 4 { 4:4 = 0 }", 4, &error));
  assert_string_equal(error, "a field behind the end of its object");
  assert_null(
    graph_parse(arena, "object 1 heap sls size 4 head 0 next 0 length 1 { }", 4, &error));
  assert_string_equal(error, "a segment without a link");
  assert_null(graph_parse(arena,
                          "object 1 heap sls size 4 head 0 next 0 length 0 { 0:4 = v1 }\n"
                          "value v1 = &1 first",
                          4, &error));
  assert_string_equal(error, "a cycle of empty segments");
}

/* ---- reading and writing ---- */

static void test_reinterpretation(void **state) {
  (void)state;
  Graph *g = parse("object 1 global region size 16 { 0:16 = 0 }");
  uint32_t seven = graph_int(g, 7);
  graph_write(g, 1, 4, 4, seven);
  assert_int_equal(graph_lookup(g, 1, 4, 4), seven);
  assert_int_equal(graph_lookup(g, 1, 0, 4), SHAPE_ZERO);
  assert_int_equal(graph_lookup(g, 1, 8, 8), SHAPE_ZERO);
  assert_int_equal(graph_lookup(g, 1, 0, 8), SHAPE_NONE);
  assert_int_equal(graph_value(g, graph_peek(g, 1, 4, 1))->lo, 7);
  assert_int_equal(graph_value(g, graph_peek(g, 1, 2, 4))->lo, 7 << 16);
  graph_write(g, 1, 6, 2, graph_int(g, -1));
  assert_int_equal(graph_lookup(g, 1, 4, 4), SHAPE_NONE);
  graph_write(g, 1, 4, 4, SHAPE_ZERO);
  assert_int_equal(graph_object(g, 1)->field_count, 1);
  uint32_t unknown = graph_read(g, 1, 0, 4);
  assert_int_equal(unknown, SHAPE_ZERO);
  graph_clear(g, 1, 0, 16);
  unknown = graph_read(g, 1, 0, 4);
  assert_true(graph_value(g, unknown)->undefined);
  assert_int_equal(graph_value(g, unknown)->lo, INT32_MIN);
}

static void test_block_copy(void **state) {
  (void)state;
  Graph *g = parse("object 1 global region size 12 { 0:4 = v1, 4:8 = 0 }\nvalue v1 = 5");
  graph_copy_fields(g, 1, 4, 1, 0, 8); /* overlapping */
  assert_graph(g, "object 1 global region size 12 { 0:4 = v1, 4:4 = v1, 8:4 = 0 }\n"
                  "value v1 = 5");
}

/* ---- segments ---- */

static const char dls_text[] =
  "object 1 frame region { 0:1 = v1, 2:1 = v2 }\n"
  "object 2 heap dls size 12 head 0 next 0 prev 4 length %u "
  "{ 0:4 = 0, 4:4 = 0, 8:4 = v3 }\n"
  "object 3 heap region size 4 level 1 { 0:4 = v4 }\n"
  "value v1 = &2 first\nvalue v2 = &2 last\nvalue v3 = &3\nvalue v4 = &2 + 8 all\n";

static void test_materialise(void **state) {
  (void)state;
  Graph *g = parse(arena_printf(arena, dls_text, 1u));
  uint32_t segment = graph_value(g, reg(g, 0))->object;
  graph_materialise(g, segment, false);
  assert_graph(g, "object 1 frame region { 0:1 = v1, 2:1 = v2 }\n"
                  "object 2 heap region size 12 { 0:4 = v5, 4:4 = 0, 8:4 = v6 }\n"
                  "object 4 heap dls size 12 head 0 next 0 prev 4 length 0 "
                  "{ 0:4 = 0, 4:4 = v1, 8:4 = v3 }\n"
                  "object 3 heap region size 4 level 1 { 0:4 = v4 }\n"
                  "object 5 heap region size 4 { 0:4 = v7 }\n"
                  "value v1 = &2\nvalue v2 = &4 last\nvalue v5 = &4 first\n"
                  "value v6 = &5\nvalue v7 = &2 + 8\nvalue v3 = &3\n"
                  "value v4 = &4 + 8 all\n");
}

static void test_materialise_last(void **state) {
  (void)state;
  Graph *g = parse(arena_printf(arena, dls_text, 2u));
  uint32_t segment = graph_value(g, reg(g, 1))->object;
  uint32_t region = graph_materialise(g, segment, true);
  assert_null(graph_fault(g));
  assert_int_equal(graph_value(g, reg(g, 1))->object, region);
  assert_int_equal(graph_object(g, segment)->length, 1);
  uint32_t next = graph_lookup(g, segment, 0, 4);
  assert_int_equal(graph_value(g, next)->object, region);
}

static void test_remove(void **state) {
  (void)state;
  Graph *g = parse("object 1 frame region { 0:1 = v1, 2:1 = v2 }\n"
                   "object 2 heap dls size 8 head 0 next 0 prev 4 length 0 "
                   "{ 0:4 = v3, 4:4 = 0 }\n"
                   "object 3 heap region size 8 { 0:4 = 0, 4:4 = v2 }\n"
                   "value v1 = &2 first\nvalue v2 = &2 last\nvalue v3 = &3\n");
  graph_remove(g, graph_value(g, reg(g, 0))->object);
  assert_graph(g, "object 1 frame region { 0:1 = v1, 2:1 = 0 }\n"
                  "object 3 heap region size 8 { 0:8 = 0 }\nvalue v1 = &3\n");
}

/* ---- join ---- */

static const char one_node[] = "object 1 frame region { 0:1 = v1 }\n"
                               "object 2 heap region size 8 { 0:8 = 0 }\nvalue v1 = &2\n";
static const char segment_text[] =
  "object 1 frame region { 0:1 = v1 }\n"
  "object 2 heap sls size 8 head 0 next 0 length %u { 0:8 = 0 }\nvalue v1 = &2 first\n";
static const char empty_text[] = "object 1 frame region { 0:1 = 0 }\n";

static Graph *join(const char *a, const char *b, JoinStatus *status) {
  return graph_join(arena, parse(a), parse(b), &options, status);
}

static const char *segment(unsigned length) {
  return arena_printf(arena, segment_text, length);
}

static void test_join_statuses(void **state) {
  (void)state;
  JoinStatus status;
  assert_graph(join(one_node, one_node, &status), one_node);
  assert_int_equal(status, JOIN_EQUAL);
  assert_graph(join(segment(1), one_node, &status), segment(1));
  assert_int_equal(status, JOIN_FIRST);
  assert_graph(join(one_node, segment(0), &status), segment(0));
  assert_int_equal(status, JOIN_SECOND);
  assert_graph(join(segment(2), one_node, &status), segment(1));
  assert_int_equal(status, JOIN_INCOMPARABLE);
}

static void test_join_inserts_empty(void **state) {
  (void)state;
  JoinStatus status;
  assert_graph(join(segment(0), empty_text, &status), segment(0));
  assert_int_equal(status, JOIN_FIRST);
  assert_graph(join(empty_text, segment(0), &status), segment(0));
  assert_int_equal(status, JOIN_SECOND);
  assert_null(join(empty_text, segment(1), &status));
  assert_null(join(empty_text, one_node, &status));
}

static void test_join_numbers(void **state) {
  (void)state;
  JoinStatus status;
  const char *small = "object 1 frame region { 0:1 = v1 }\nvalue v1 = 3\n";
  const char *big = "object 1 frame region { 0:1 = v1 }\nvalue v1 = 40\n";
  const char *bigger = "object 1 frame region { 0:1 = v1 }\nvalue v1 = 41\n";
  const char *range =
    "object 1 frame region { 0:1 = v1 }\nvalue v1 = [40, 41] known -2 bits 40\n";
  assert_null(join(small, "object 1 frame region { 0:1 = 0 }", &status));
  assert_graph(join(big, bigger, &status), range);
  assert_int_equal(status, JOIN_INCOMPARABLE);
  assert_graph(join(range, big, &status), range);
  assert_int_equal(status, JOIN_FIRST);
  const char *grown = "object 1 frame region { 0:1 = v1 }\nvalue v1 = 42\n";
  assert_graph(
    join(range, grown, &status),
    "object 1 frame region { 0:1 = v1 }\nvalue v1 = [40, 100] known -4 bits 40\n");
}

/* Two registers that were equal on one side alone are not equal in the result. */
static void test_join_forgets_equality(void **state) {
  (void)state;
  JoinStatus status;
  const char *equal =
    "object 1 frame region { 0:1 = v1, 2:1 = v1 }\nvalue v1 = [20, 30]\n";
  const char *two = "object 1 frame region { 0:1 = v1, 2:1 = v2 }\n"
                    "value v1 = [20, 30]\nvalue v2 = [20, 30]\n";
  assert_graph(join(equal, two, &status), two);
  assert_int_equal(status, JOIN_SECOND);
  assert_graph(join(two, equal, &status), two);
  assert_int_equal(status, JOIN_FIRST);
}

/* A number that all nodes share, and one of each node. */
static void test_join_shared_number(void **state) {
  (void)state;
  JoinStatus status;
  const char *list =
    "object 1 frame region { 0:1 = v1 }\n"
    "object 2 heap sls size 8 head 0 next 0 length 1 { 0:4 = 0, 4:4 = v2 }\n"
    "value v1 = &2 first\nvalue v2 = [20, 30]%s\n";
  const char *shared = arena_printf(arena, list, ""),
             *own = arena_printf(arena, list, " level 1");
  assert_graph(join(shared, own, &status), own);
  assert_int_equal(status, JOIN_SECOND);
  assert_graph(join(own, shared, &status), own);
  assert_int_equal(status, JOIN_FIRST);
}

/* A node that leads to the next one in two ways, in a list and alone. */
static void test_join_next(void **state) {
  (void)state;
  JoinStatus status;
  const char *list =
    "object 1 frame region { 0:1 = v1 }\n"
    "object 2 heap sls size 8 head 0 next 4 length 1 { 0:4 = v2, 4:4 = v3 }\n"
    "object 3 heap region size 4 { }\n"
    "value v1 = &2 first\nvalue v2 = &2 next\nvalue v3 = &3\n";
  const char *node = "object 1 frame region { 0:1 = v1 }\n"
                     "object 2 heap region size 8 { 0:4 = v3, 4:4 = v3 }\n"
                     "object 3 heap region size 4 { }\nvalue v1 = &2\nvalue v3 = &3\n";
  const char *self = "object 1 frame region { 0:1 = v1 }\n"
                     "object 2 heap region size 8 { 0:4 = v1, 4:4 = v3 }\n"
                     "object 3 heap region size 4 { }\nvalue v1 = &2\nvalue v3 = &3\n";
  assert_graph(join(list, node, &status), list);
  assert_int_equal(status, JOIN_FIRST);
  assert_null(join(list, self, &status));
}

/* ---- abstraction ---- */

static void test_abstract_sls(void **state) {
  (void)state;
  Graph *g = parse("object 1 frame region { 0:1 = v1 }\n"
                   "object 2 heap region size 8 { 0:4 = v2, 4:4 = 0 }\n"
                   "object 3 heap region size 8 { 0:8 = 0 }\n"
                   "value v1 = &2\nvalue v2 = &3\n");
  assert_graph(graph_abstract(g, &options, thresholds), segment(2));
}

static void test_abstract_stops_at_pointer(void **state) {
  (void)state;
  const char *text = "object 1 frame region { 0:1 = v1, 2:1 = v2 }\n"
                     "object 2 heap region size 8 { 0:4 = v2, 4:4 = 0 }\n"
                     "object 3 heap region size 8 { 0:8 = 0 }\n"
                     "value v1 = &2\nvalue v2 = &3\n";
  assert_graph(graph_abstract(parse(text), &options, thresholds), text);
}

static void test_abstract_nested(void **state) {
  (void)state;
  Graph *g = parse("object 1 frame region { 0:1 = v1 }\n"
                   "object 2 heap region size 8 { 0:4 = v2, 4:4 = v3 }\n"
                   "object 3 heap region size 8 { 0:4 = 0, 4:4 = v4 }\n"
                   "object 4 heap region size 4 { 0:4 = 0 }\n"
                   "object 5 heap region size 4 { 0:4 = 0 }\n"
                   "value v1 = &2\nvalue v2 = &3\nvalue v3 = &4\nvalue v4 = &5\n");
  assert_graph(graph_abstract(g, &options, thresholds),
               "object 1 frame region { 0:1 = v1 }\n"
               "object 2 heap sls size 8 head 0 next 0 length 2 { 0:4 = 0, 4:4 = v2 }\n"
               "object 3 heap region size 4 level 1 { 0:4 = 0 }\n"
               "value v1 = &2 first\nvalue v2 = &3\n");
}

static void test_abstract_keeps_shared(void **state) {
  (void)state;
  Graph *g = parse("object 1 frame region { 0:1 = v1, 2:1 = v3 }\n"
                   "object 2 heap region size 8 { 0:4 = v2, 4:4 = v3 }\n"
                   "object 3 heap region size 8 { 0:4 = 0, 4:4 = v3 }\n"
                   "object 4 heap region size 4 { 0:4 = 0 }\n"
                   "value v1 = &2\nvalue v2 = &3\nvalue v3 = &4\n");
  assert_graph(graph_abstract(g, &options, thresholds),
               "object 1 frame region { 0:1 = v1, 2:1 = v2 }\n"
               "object 2 heap sls size 8 head 0 next 0 length 2 { 0:4 = 0, 4:4 = v2 }\n"
               "object 3 heap region size 4 { 0:4 = 0 }\n"
               "value v1 = &2 first\nvalue v2 = &3\n");
}

/* The upper list of a skip list with the lower ones that lead from node to node. */
static void test_abstract_next(void **state) {
  (void)state;
  Graph *g = parse("object 1 frame region { 0:1 = v1, 2:1 = v4 }\n"
                   "object 2 heap region size 8 { 0:4 = v2, 4:4 = v3 }\n"
                   "object 3 heap region size 8 { 0:4 = v3, 4:4 = 0 }\n"
                   "object 4 heap region size 8 { 0:4 = v4, 4:4 = v4 }\n"
                   "object 5 heap region size 8 { 0:8 = 0 }\n"
                   "value v1 = &2\nvalue v2 = &3\nvalue v3 = &4\nvalue v4 = &5\n");
  static const uint32_t always[3] = {2, 2, 2};
  g = graph_abstract(g, &options, always);
  assert_graph(g,
               "object 1 frame region { 0:1 = v1, 2:1 = v4 }\n"
               "object 2 heap sls size 8 head 0 next 4 length 2 { 0:4 = v2, 4:4 = v4 }\n"
               "object 3 heap sls size 8 level 1 head 0 next 0 length 0 "
               "{ 0:4 = v3, 4:4 = 0 }\n"
               "object 5 heap region size 8 { 0:8 = 0 }\n"
               "value v1 = &2 first\nvalue v2 = &3 first\nvalue v3 = &2 next\n"
               "value v4 = &5\n");
  uint32_t first = graph_materialise(g, graph_value(g, reg(g, 0))->object, false);
  uint32_t low = graph_lookup(g, first, 0, 4), high = graph_lookup(g, first, 4, 4);
  graph_remove(g, graph_value(g, low)->object);
  assert_int_equal(graph_lookup(g, first, 0, 4), high);
}

/* A block that two nodes share is no block that each node may lack. */
static void test_abstract_common_block(void **state) {
  (void)state;
  const char *text =
    "object 1 frame region { 0:1 = v1 }\n"
    "object 2 heap sls size 8 head 0 next 0 length 2 { 0:4 = v2, 4:4 = v3 }\n"
    "object 3 heap region size 8 { 0:8 = 0 }\n"
    "object 4 heap region size 4 { }\n"
    "value v1 = &2 first\nvalue v2 = &3\nvalue v3 = &4\n";
  static const uint32_t always[3] = {2, 2, 2};
  assert_graph(graph_abstract(parse(text), &options, always), text);
}

static void test_lost(void *count, const Graph *g, uint32_t object) {
  (void)g, (void)object;
  ++*(int *)count;
}

static void test_compact_tells_lost(void **state) {
  (void)state;
  const char *error = NULL;
  Graph *g = graph_parse(arena,
                         "object 1 frame region { 0:1 = v1 }\n"
                         "object 2 heap region size 4 { }\n"
                         "object 3 heap region size 4 { }\n"
                         "object 4 heap region size 4 dead { }\nvalue v1 = &2\n",
                         4, &error);
  int count = 0;
  graph_compact(arena, g, test_lost, &count);
  assert_int_equal(count, 1);
}

/* ---- property: join and abstraction cover what goes in ---- */

static unsigned seed;
static unsigned dice(unsigned n) {
  seed = seed * 1103515245u + 12345u;
  return (seed >> 16) % n;
}

/* A list of up to four nodes, doubly or singly linked, some with a block of their own,
 * data from a few numbers, and a second pointer into it. */
static Graph *random_list(bool doubly) {
  unsigned n = dice(5), mark = dice(n + 1);
  VecChar t = {0};
  vec_printf(arena, &t, "object 1 frame region { 0:1 = %s, 2:1 = %s }\n", n ? "v10" : "0",
             mark < n ? arena_printf(arena, "v1%u", mark) : "0");
  for (unsigned i = 0; i < n; i++) {
    unsigned own = dice(3) == 0;
    vec_printf(arena, &t, "object 1%u heap region size 16 { 0:4 = ", i);
    vec_printf(arena, &t, i + 1 < n ? "v1%u" : "0", i + 1);
    if (doubly && i)
      vec_printf(arena, &t, ", 4:4 = v1%u", i - 1);
    else
      vec_printf(arena, &t, ", 4:4 = 0");
    vec_printf(arena, &t, ", 8:4 = %s, 12:4 = v3%u }\n",
               own ? arena_printf(arena, "v2%u", i) : "0", i);
    vec_printf(arena, &t, "value v1%u = &1%u\nvalue v3%u = %u\n", i, i, i, 20 + dice(2));
    if (own)
      vec_printf(arena, &t, "object 2%u heap region size 4 { }\nvalue v2%u = &2%u\n", i,
                 i, i);
  }
  vec_push(arena, &t, '\0');
  return parse(t.data);
}

/* The first graph covers the second. */
static bool covers(const Graph *a, const Graph *b) {
  JoinStatus status;
  for (int turn = 0; turn < 2; turn++) {
    options.insert_first = turn;
    Graph *joined = graph_join(arena, a, b, &options, &status);
    options.insert_first = false;
    if (joined && (status == JOIN_EQUAL || status == JOIN_FIRST)) return true;
  }
  return false;
}

/* A graph without segments is among what the other one means: segments are taken apart in
 * all ways until one fits. */
static bool means(const Graph *g, const Graph *concrete, unsigned nodes) {
  if (covers(g, concrete)) return true;
  for (uint32_t i = 1; i < g->objects.len; i++) {
    const ShapeObject *o = graph_object(g, i);
    if (o->gone || o->level || o->kind == KIND_REGION) continue;
    if (o->length == 0) {
      Graph *without = graph_copy(arena, g);
      graph_remove(without, i);
      if (means(graph_compact(arena, without, NULL, NULL), concrete, nodes)) return true;
    }
    if (!nodes) return false;
    Graph *with = graph_copy(arena, g);
    ShapeObject *d = graph_object(with, i);
    if (!d->length) d->length = 1;
    if (d->kind == KIND_OPTION)
      d->kind = KIND_REGION;
    else
      graph_materialise(with, i, false);
    return means(graph_compact(arena, with, NULL, NULL), concrete, nodes - 1);
  }
  return false;
}

/* Takes nodes out of segments until none is left, choosing lengths at random. */
static Graph *concretise(Graph *g) {
  for (uint32_t i = 1; i < g->objects.len; i++) {
    ShapeObject *o = graph_object(g, i);
    if (o->gone || o->level || o->kind == KIND_REGION) continue;
    if (o->kind == KIND_OPTION && dice(2)) {
      o->kind = KIND_REGION;
      o->length = 1;
      continue;
    }
    for (unsigned more = dice(2); o->kind != KIND_OPTION && (o->length || more);
         more = 0) {
      if (!o->length) o->length = 1;
      while (graph_object(g, i)->length) graph_materialise(g, i, false);
      o = graph_object(g, i);
    }
    graph_remove(g, i);
    i = 0;
  }
  return graph_compact(arena, g, NULL, NULL);
}

static void test_abstraction_covers(void **state) {
  (void)state;
  options.exact_bound = -1;
  unsigned abstracted = 0;
  for (unsigned start = 1; start < 400; start++) {
    seed = start * 7919;
    Graph *g = random_list(dice(2));
    Graph *more = graph_abstract(graph_copy(arena, g), &options, thresholds);
    assert_null(graph_fault(more));
    if (graph_equal(more, g)) continue;
    abstracted++;
    if (!means(more, g, 12))
      fail_msg("seed %u: not covered\n%s\nby\n%s", start, text_of(g), text_of(more));
  }
  assert_true(abstracted > 50);
}

static void test_join_covers(void **state) {
  (void)state;
  options.exact_bound = -1;
  unsigned joined_count = 0;
  for (unsigned start = 1; start < 400; start++) {
    seed = start * 7919;
    bool doubly = dice(2);
    Graph *a = graph_abstract(random_list(doubly), &options, thresholds);
    Graph *b = graph_abstract(random_list(doubly), &options, thresholds);
    JoinStatus status;
    Graph *joined = graph_join(arena, a, b, &options, &status);
    if (!joined) continue;
    joined_count++;
    assert_null(graph_fault(joined));
    joined = graph_compact(arena, joined, NULL, NULL);
    Graph *one = concretise(graph_copy(arena, a)),
          *two = concretise(graph_copy(arena, b));
    if (!means(joined, one, 12) || !means(joined, two, 12))
      fail_msg("seed %u: not covered\n%s\nand\n%s\nby\n%s", start, text_of(one),
               text_of(two), text_of(joined));
  }
  assert_true(joined_count > 20);
}

static void test_concretisation_is_covered(void **state) {
  (void)state;
  options.exact_bound = -1;
  unsigned count = 0;
  for (unsigned start = 1; start < 400; start++) {
    seed = start * 7919;
    Graph *g = graph_abstract(random_list(dice(2)), &options, thresholds);
    Graph *concrete = concretise(graph_copy(arena, g));
    assert_null(graph_fault(concrete));
    count++;
    if (!means(g, concrete, 12))
      fail_msg("seed %u: not covered\n%s\nby\n%s", start, text_of(concrete), text_of(g));
  }
  assert_true(count > 100);
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
  const struct CMUnitTest tests[] = {
    TEST(test_text),
    TEST(test_faults),
    TEST(test_reinterpretation),
    TEST(test_block_copy),
    TEST(test_materialise),
    TEST(test_materialise_last),
    TEST(test_remove),
    TEST(test_join_statuses),
    TEST(test_join_inserts_empty),
    TEST(test_join_numbers),
    TEST(test_join_forgets_equality),
    TEST(test_join_shared_number),
    TEST(test_join_next),
    TEST(test_abstract_sls),
    TEST(test_abstract_stops_at_pointer),
    TEST(test_abstract_nested),
    TEST(test_abstract_keeps_shared),
    TEST(test_abstract_next),
    TEST(test_abstract_common_block),
    TEST(test_compact_tells_lost),
    TEST(test_abstraction_covers),
    TEST(test_join_covers),
    TEST(test_concretisation_is_covered),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
