/* What instructions do to memory graphs: a program of a few instructions, and the content
 * of its global @m (32 bytes, zero at first; %m8 is @m + 8) when it returns, for each
 * graph that gets there. */
#include "ir_fixture.h"

#include "shape/shape.h"

static Arena *arena;
static const char *gave_up;

static int set_up(void **state) {
  (void)state;
  arena = arena_new();
  return 0;
}

static int tear_down(void **state) {
  (void)state;
  arena_free(arena);
  return 0;
}

static void put_value(const Graph *g, const ShapeField *f, VecChar *out) {
  const ShapeValue *v = graph_value(g, f->value);
  vec_printf(arena, out, "%u:%u=", f->offset, f->size);
  if (v->kind == VALUE_ADDRESS) {
    const ShapeObject *o = graph_object(g, v->object);
    static const char *const kinds[] = {"block", "sls", "dls", "option"};
    vec_printf(arena, out, "%s%s", o->valid ? "" : "dead ", kinds[o->kind]);
    if (o->size_lo == o->size_hi) vec_printf(arena, out, " %lld", (long long)o->size_lo);
    if (graph_is_segment(o)) vec_printf(arena, out, " x%u", o->length);
    if (v->lo) vec_printf(arena, out, " at %lld", (long long)v->lo);
    if (o->field_count && !graph_is_segment(o)) {
      vec_printf(arena, out, " {");
      for (uint32_t i = 0; i < o->field_count; i++) {
        if (i) vec_printf(arena, out, " ");
        put_value(g, &o->fields[i], out);
      }
      vec_printf(arena, out, "}");
    }
  } else if (v->lo == v->hi) {
    vec_printf(arena, out, "%lld", (long long)v->lo);
  } else {
    vec_printf(arena, out, "%lld..%lld", (long long)v->lo, (long long)v->hi);
  }
}

static void put_memory(const Graph *g, VecChar *out) {
  for (uint32_t i = 1; i < g->objects.len; i++) {
    const ShapeObject *o = graph_object(g, i);
    if (o->place != PLACE_GLOBAL) continue;
    for (uint32_t k = 0; k < o->field_count; k++) {
      if (k) vec_printf(arena, out, " ");
      put_value(g, &o->fields[k], out);
    }
  }
}

/* The graphs at the last return, between bars; "" when none gets there. */
static const char *memory_after(const char *body) {
  Program *p = fixture_parse(
    arena, arena_printf(arena,
                        "target 64\nentry @main\nglobal @m 32 align 8\n"
                        "func @main() -> i32 {\ne:\n"
                        "  %%m1 = addr @m + 1\n  %%m4 = addr @m + 4\n"
                        "  %%m6 = addr @m + 6\n  %%m8 = addr @m + 8\n"
                        "  %%m16 = addr @m + 16\n  %%m25 = addr @m + 25\n%s}\n",
                        body));
  Val end = VAL_NONE;
  for (Val v = {0}; v.id < p->insts.len; v.id++)
    if (ir_inst(p, v)->op == OP_RET) end = v;
  Watch watch;
  watch_start(&watch, arena, p);
  watch_add(&watch, end);
  EngineOptions options = {.properties = PROPERTY_BIT(PROPERTY_VALID_DEREF)};
  Ledger *ledger = ledger_new(arena, p, options.properties);
  gave_up = shape_look(ledger, &options, 0, &watch);
  const GraphList *graphs = &watch_find(&watch, end)->graphs;
  VecChar out = {0};
  for (uint32_t i = 0; i < graphs->len; i++) {
    assert_null(graph_fault(graphs->data[i]));
    if (i) vec_printf(arena, &out, " | ");
    put_memory(graphs->data[i], &out);
  }
  return out.len ? out.data : "";
}

static void assert_memory(const char *body, const char *expected) {
  assert_string_equal(memory_after(arena_printf(arena, "%s  ret 0\n", body)), expected);
}

/* ---- bytes ---- */

static void writes_split_and_join_zeros(void **state) {
  (void)state;
  assert_memory("  store i32 7, %m4\n", "0:4=0 4:4=7 8:24=0");
  assert_memory("  store i32 7, %m4\n  store i32 0, %m4\n", "0:32=0");
  assert_memory("  store i32 7, %m4\n  store i8 1, %m6\n", "0:4=0 6:1=1 8:24=0");
}

static void reads_put_bytes_together(void **state) {
  (void)state;
  assert_memory("  store i8 1, %m1\n  %a = load i16 @m\n  store i16 %a, %m8\n",
                "0:1=0 1:1=1 2:6=0 8:2=256 10:22=0");
}

static void fill_writes_bytes(void **state) {
  (void)state;
  assert_memory("  store i64 9, @m\n  fill @m, 0, 32\n", "0:32=0");
  /* Any other byte than zero is forgotten. */
  assert_memory("  fill @m, 255, 4\n", "4:28=0");
}

static void fill_of_unknown_length_keeps_what_is_in_front(void **state) {
  (void)state;
  assert_memory("  store i32 7, @m\n  %n = input i64 \"n\"\n"
                "  %c = icmp ult i64 %n, 9\n  assume %c\n"
                "  fill %m4, 1, %n\n",
                "0:4=7 12:20=0");
}

static void copies_keep_values(void **state) {
  (void)state;
  assert_memory("  store i64 7, @m\n  copy %m16, @m, 16\n", "0:8=7 8:8=0 16:8=7 24:8=0");
  assert_memory("  store i64 7, @m\n  move %m8, @m, 16\n", "0:8=7 8:8=7 16:16=0");
  assert_memory("  store i64 7, @m\n  move %m4, @m, 8\n", "4:8=7 12:20=0");
}

static void copies_are_equal(void **state) {
  (void)state;
  const char *text = memory_after("  %n = input i32 \"n\"\n  store i32 %n, @m\n"
                                  "  copy %m8, @m, 4\n"
                                  "  %a = load i32 @m\n  %b = load i32 %m8\n"
                                  "  %c = icmp eq i32 %a, %b\n  cbr %c, same, other\n"
                                  "same:\n  store i32 1, %m16\n  exit 0\n"
                                  "other:\n  ret 0\n");
  assert_string_equal(text, ""); /* never different */
}

/* ---- blocks ---- */

static void calloc_is_zero(void **state) {
  (void)state;
  assert_memory("  %a = alloc 3, 4 zero\n  store ptr %a, @m\n",
                "0:8=block 12 {0:12=0} 8:24=0");
}

static void realloc_keeps_the_front(void **state) {
  (void)state;
  assert_memory("  %a = alloc 8\n  store i64 7, %a\n  %b = realloc %a, 16\n"
                "  store ptr %b, @m\n",
                "0:8=block 16 {0:8=7} 8:24=0");
  assert_memory("  %a = alloc 8 zero\n  %b = realloc %a, 4\n  store ptr %b, @m\n",
                "0:8=block 4 {0:4=0} 8:24=0");
}

static void realloc_ends_the_old_block(void **state) {
  (void)state;
  assert_memory("  %a = alloc 8 zero\n  store ptr %a, @m\n  %b = realloc %a, 16\n"
                "  store ptr %b, %m8\n",
                "0:8=dead block 8 8:8=block 16 {0:8=0} 16:16=0");
}

static void freed_blocks_stay_known(void **state) {
  (void)state;
  assert_memory("  %a = alloc 8 zero\n  store ptr %a, @m\n  free %a\n",
                "0:8=dead block 8 8:24=0");
}

static void use_after_free_ends_the_path(void **state) {
  (void)state;
  assert_memory("  %a = alloc 8 zero\n  free %a\n  store i64 1, %a\n", "");
  assert_memory("  %a = alloc 8 zero\n  free %a\n  free %a\n", "");
  assert_memory("  store i64 1, %m25\n", "");
}

/* ---- equality and order ---- */

static const char *branch(const char *compare) {
  return memory_after(arena_printf(arena,
                                   "  %%a = alloc 8 zero\n  %%b = alloc 8 zero\n"
                                   "  store ptr %%a, @m\n  store ptr %%b, %%m8\n"
                                   "  %%c = %s\n  cbr %%c, yes, no\n"
                                   "no:\n  exit 0\nyes:\n  ret 0\n",
                                   compare));
}

static void blocks_differ(void **state) {
  (void)state;
  assert_string_equal(branch("icmp eq ptr %a, %b"), "");
  assert_string_not_equal(branch("icmp eq ptr %a, %a"), "");
  assert_string_equal(branch("icmp eq ptr %a, null"), "");
}

static void order_inside_an_object(void **state) {
  (void)state;
  assert_memory("  %a = addr @m + 8\n  %c = icmp ult ptr @m, %a\n  %d = zext i32 %c\n"
                "  store i32 %d, @m\n",
                "0:4=1 4:28=0");
}

static void addresses_may_leave_and_come_back(void **state) {
  (void)state;
  assert_memory("  %a = addr @m + 100\n  %b = addr %a - 96\n  store i32 3, %b\n",
                "0:4=0 4:4=3 8:24=0");
  assert_memory("  %a = addr @m - 8\n  %b = addr %a + 8\n  store i32 3, %b\n",
                "0:4=3 4:28=0");
}

static void branches_teach(void **state) {
  (void)state;
  const char *limits = "  %n = input i32 \"n\"\n  %c = icmp slt i32 %n, 20\n  assume %c\n"
                       "  %d = icmp sle i32 15, %n\n  assume %d\n  store i32 %n, @m\n";
  assert_memory(limits, "0:4=15..19 4:28=0");
  const char *unequal = "  %n = input i32 \"n\"\n  %c = icmp eq i32 %n, 7\n"
                        "  cbr %c, seven, other\nother:\n  exit 0\n"
                        "seven:\n  store i32 %n, @m\n";
  assert_memory(unequal, "0:4=7 4:28=0");
}

/* What was found to differ stays different. */
static void inequality_is_kept(void **state) {
  (void)state;
  const char *text = memory_after("  %n = input i32 \"n\"\n  %k = input i32 \"k\"\n"
                                  "  %c = icmp ne i32 %n, %k\n  assume %c\n"
                                  "  %d = icmp eq i32 %n, %k\n  cbr %d, same, other\n"
                                  "other:\n  exit 0\nsame:\n  ret 0\n");
  assert_string_equal(text, "");
}

/* ---- lists ---- */

static const char push_loop[] =
  "  br loop\nloop:\n  %%i = input i1 \"more\"\n  cbr %%i, push, done\n"
  "push:\n  %%n = alloc 8\n  %%o = load ptr @m\n  store ptr %%o, %%n\n"
  "  store ptr %%n, @m\n  br loop\ndone:\n%s";

static void loops_make_lists(void **state) {
  (void)state;
  const char *text = memory_after(arena_printf(arena, push_loop, "  ret 0\n"));
  assert_string_equal(text, "0:32=0 | 0:8=sls 8 x1 8:24=0");
  assert_null(gave_up);
}

/* The first node of a list is taken out; the rest may be empty. */
static void access_takes_a_node_out(void **state) {
  (void)state;
  const char *text = memory_after(
    arena_printf(arena, push_loop,
                 "  %a = load ptr @m\n  %c = icmp eq ptr %a, null\n"
                 "  cbr %c, none, some\nnone:\n  exit 0\n"
                 "some:\n  %r = load ptr %a\n  store ptr %r, @m\n  free %a\n  ret 0\n"));
  assert_string_equal(text, "0:8=sls 8 x0 8:24=0");
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
  const struct CMUnitTest tests[] = {
    TEST(writes_split_and_join_zeros),
    TEST(reads_put_bytes_together),
    TEST(fill_writes_bytes),
    TEST(fill_of_unknown_length_keeps_what_is_in_front),
    TEST(copies_keep_values),
    TEST(copies_are_equal),
    TEST(calloc_is_zero),
    TEST(realloc_keeps_the_front),
    TEST(realloc_ends_the_old_block),
    TEST(freed_blocks_stay_known),
    TEST(use_after_free_ends_the_path),
    TEST(blocks_differ),
    TEST(order_inside_an_object),
    TEST(addresses_may_leave_and_come_back),
    TEST(branches_teach),
    TEST(inequality_is_kept),
    TEST(loops_make_lists),
    TEST(access_takes_a_node_out),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
