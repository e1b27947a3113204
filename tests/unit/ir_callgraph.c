/* Call sites, calls through pointers, recursion, reachability. */
#include "ir/callgraph.h"
#include "ir_fixture.h"

static const char calls[] = "target 64\n"
                            "entry @main\n"
                            "global @table 16 [0: @even, 8: @late]\n"
                            "func @external(ptr)\n"
                            "func @even(i32 %n) -> i32 {\n"
                            "e:\n  %odd = call i32 @odd(%n)\n  ret %odd\n}\n"
                            "func @odd(i32 %n) -> i32 {\n"
                            "e:\n  %again = call i32 @even(%n)\n  ret %again\n}\n"
                            "func @late(i64 %n) -> i64 {\n"
                            "e:\n  ret %n\n}\n"
                            "func @taken(ptr %n) -> i64 {\n"
                            "e:\n  ret 0\n}\n"
                            "func @never() {\n"
                            "e:\n  call void @main()\n  ret\n}\n"
                            "func @leaf() {\n"
                            "e:\n  ret\n}\n"
                            "func @main() -> i32 {\n"
                            "e:\n"
                            "  %f = load ptr @table\n"
                            "  %through = call i32 %f(i32 3)\n"
                            "  %wide = call i64 %f(i64 3)\n"
                            "  call void @leaf()\n"
                            "  call void @leaf()\n"
                            "  %t = ptrtoint i64 @taken\n"
                            "  ret 0\n}\n";

static bool holds(const VecU32 *list, Fn f) {
  for (uint32_t i = 0; i < list->len; i++)
    if (list->data[i] == f.id) return true;
  return false;
}

static void pointers_by_signature(void **state) {
  Program *p = fixture_parse(*state, calls);
  Callgraph *g = callgraph_new(p, *state, NULL);
  const CallSite *narrow = callgraph_site(g, fixture_value(p, "through"));
  assert_false(narrow->direct);
  assert_false(narrow->unknown);
  assert_int_equal(narrow->callees.len, 1);
  assert_true(holds(&narrow->callees, fixture_function(p, "even")));
  const CallSite *wide = callgraph_site(g, fixture_value(p, "wide"));
  assert_int_equal(wide->callees.len, 2); /* a pointer is as good as an i64 */
  assert_true(holds(&wide->callees, fixture_function(p, "late")));
  assert_true(holds(&wide->callees, fixture_function(p, "taken")));
  assert_null(callgraph_site(g, fixture_value(p, "f")));
}

static void components_and_reachability(void **state) {
  Program *p = fixture_parse(*state, calls);
  Callgraph *g = callgraph_new(p, *state, NULL);
  const CallNode *even = callgraph_node(g, fixture_function(p, "even"));
  const CallNode *odd = callgraph_node(g, fixture_function(p, "odd"));
  const CallNode *start = callgraph_node(g, fixture_function(p, "main"));
  const CallNode *never = callgraph_node(g, fixture_function(p, "never"));
  const CallNode *leaf = callgraph_node(g, fixture_function(p, "leaf"));
  assert_true(even->recursive && odd->recursive);
  assert_false(start->recursive || leaf->recursive);
  assert_int_equal(even->component, odd->component);
  assert_true(even->component < start->component);
  assert_true(start->component < never->component);
  assert_false(never->reachable);
  assert_true(start->reachable && odd->reachable && leaf->reachable);
  assert_false(callgraph_node(g, fixture_function(p, "external"))->reachable);
  assert_false(start->unknown);
  assert_int_equal(leaf->called_by.len, 2);
  assert_int_equal(leaf->callers.len, 1);
  assert_int_equal(start->callees.len, 4);
  assert_int_equal(g->bottom_up.len, p->functions.len);
  assert_int_equal(g->bottom_up.data[g->bottom_up.len - 1],
                   fixture_function(p, "never").id);
}

/* An unknown function may call back what has its address taken. */
static void unknown_code(void **state) {
  Program *p =
    fixture_parse(*state, "target 32\nentry @main\n"
                          "func @external(ptr)\n"
                          "func @back() {\ne:\n  ret\n}\n"
                          "func @between() {\ne:\n"
                          "  call void @external(ptr @back)\n  ret\n}\n"
                          "func @main() {\ne:\n  call void @between()\n  ret\n}\n");
  Callgraph *g = callgraph_new(p, *state, NULL);
  assert_true(callgraph_node(g, fixture_function(p, "back"))->reachable);
  assert_true(callgraph_node(g, fixture_function(p, "main"))->unknown);
  assert_false(callgraph_node(g, fixture_function(p, "back"))->unknown);
  assert_true(callgraph_site(g, fixture_op(p, OP_CALL, 0))->unknown);
  assert_false(callgraph_site(g, fixture_op(p, OP_CALL, 1))->unknown);
}

static bool only_leaf(void *context, const Program *p, Val call, Arena *arena,
                      VecU32 *targets) {
  (void)call;
  ++*(int *)context;
  for (int i = 0; i < 2; i++) vec_push(arena, targets, fixture_function(p, "leaf").id);
  vec_push(arena, targets, fixture_function(p, "even").id);
  return false;
}

static void other_resolver(void **state) {
  Program *p = fixture_parse(*state, calls);
  int asked = 0;
  CallResolver resolver = {only_leaf, &asked};
  Callgraph *g = callgraph_new(p, *state, &resolver);
  assert_int_equal(asked, 2);
  const CallSite *site = callgraph_site(g, fixture_value(p, "through"));
  assert_true(site->unknown);
  assert_int_equal(site->callees.len, 2);
  assert_true(site->callees.data[0] < site->callees.data[1]);
  assert_true(callgraph_node(g, fixture_function(p, "main"))->unknown);
}

static void wrong_arguments(void **state) {
  Program *p = fixture_parse(*state, "target 64\nentry @main\n"
                                     "func @f(i32 %x) -> i32 {\ne:\n  ret %x\n}\n"
                                     "func @v(i32 %x, ...) {\ne:\n  ret\n}\n"
                                     "func @main() {\ne:\n"
                                     "  %a = call i32 @f(i64 1)\n"
                                     "  %b = call i32 @f(i32 1, i32 2)\n"
                                     "  %c = call i32 @v(i32 1)\n"
                                     "  call void @v(i32 1, f64 0x0)\n"
                                     "  call void @f(i32 1)\n"
                                     "  %d = call i64 @f(i32 0)\n"
                                     "  call void @f()\n"
                                     "  ret\n}\n");
  static const bool fits[] = {false, true, true, true, true, false, false};
  Callgraph *g = callgraph_new(p, *state, NULL);
  for (uint32_t i = 0; i < 7; i++) {
    const CallSite *site = callgraph_site(g, fixture_op(p, OP_CALL, i));
    assert_int_equal(site->unknown, !fits[i]);
    assert_int_equal(site->callees.len, 1);
  }
}

static void library_is_all_reachable(void **state) {
  Program *p = fixture_parse(*state, "target 64\nfunc @a() {\ne:\n  ret\n}\n"
                                     "func @b() {\ne:\n  ret\n}\n");
  Callgraph *g = callgraph_new(p, *state, NULL);
  assert_true(g->nodes[0].reachable && g->nodes[1].reachable);
}

static int setup(void **state) { return *state = arena_new(), 0; }
static int teardown(void **state) { return arena_free(*state), 0; }

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test_setup_teardown(pointers_by_signature, setup, teardown),
    cmocka_unit_test_setup_teardown(components_and_reachability, setup, teardown),
    cmocka_unit_test_setup_teardown(unknown_code, setup, teardown),
    cmocka_unit_test_setup_teardown(other_resolver, setup, teardown),
    cmocka_unit_test_setup_teardown(wrong_arguments, setup, teardown),
    cmocka_unit_test_setup_teardown(library_is_all_reachable, setup, teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
