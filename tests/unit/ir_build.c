/* The builder: layout, unreachable blocks, predecessors, phi order, sharing, large
 * bodies. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include <cmocka.h>

#include "ir/build.h"
#include "ir/verify.h"

static Arena *arena;
static Program *p;

static Fn new_function(uint32_t params) {
  Fn fn = build_declare_function(p, intern_string(p->names, "f"), 0);
  for (uint32_t i = 0; i < params; i++)
    vec_push(arena, &p->functions.data[fn.id].params, type_int(32));
  return fn;
}

static Val number(uint64_t value) { return build_int(p, type_int(32), value); }

static Val add(Builder *b, Val x, Val y) {
  Inst inst = {.op = OP_ADD, .type = type_int(32), .origin = VAL_NONE};
  return build_emit(b, inst, (Val[]){x, y}, 2);
}

static void jump(Builder *b, uint32_t target) {
  build_emit_jump(b, (Inst){.op = OP_BR, .origin = VAL_NONE}, NULL, 0, &target, 1);
}

static void branch(Builder *b, uint32_t yes, uint32_t no) {
  Val condition = build_undef(p, type_int(1));
  uint32_t targets[] = {yes, no};
  build_emit_jump(b, (Inst){.op = OP_CBR, .origin = VAL_NONE}, &condition, 1, targets, 2);
}

static void ret(Builder *b) {
  build_emit(b, (Inst){.op = OP_RET, .origin = VAL_NONE}, NULL, 0);
}

static Val phi(Builder *b, const Val *args, const uint32_t *preds, uint32_t count) {
  Inst inst = {.op = OP_PHI, .type = type_int(32), .origin = VAL_NONE};
  return build_emit_phi(b, VAL_NONE, inst, args, preds, count);
}

static void end(Builder *b) {
  const char *message = NULL;
  build_end_function(b);
  if (!ir_verify(p, arena, &message)) fail_msg("%s", message);
}

static void constants_are_shared(void **state) {
  assert_true(val_eq(number(5), number(5)));
  assert_false(val_eq(number(5), build_int(p, type_int(64), 5)));
  assert_true(val_eq(build_int(p, type_int(8), 0x1ff), build_int(p, type_int(8), 255)));
  assert_true(val_eq(build_int(p, type_ptr(), 0), build_null(p)));
  assert_true(
    val_eq(build_int128(p, type_int(65), 1, 3), build_int128(p, type_int(65), 1, 1)));
  Const odd = {.kind = CONST_NULL, .index = 4, .lo = 9, .hi = 9};
  assert_true(val_eq(build_const(p, odd), build_null(p)));
  Fn f = new_function(0);
  Glob g = build_global(p, (Global){.size = 4});
  assert_false(
    val_eq(build_global_addr(p, g, 0, type_ptr()), build_func_addr(p, f, type_ptr())));
  assert_false(val_eq(build_global_addr(p, g, 0, type_ptr()),
                      build_global_addr(p, g, 4, type_ptr())));
  assert_false(val_eq(build_undef(p, type_ptr()), build_null(p)));
  assert_int_equal(ir_const(p, build_global_addr(p, g, -4, type_int(32)))->lo,
                   (uint64_t)-4);
}

static void many_constants(void **state) {
  for (uint64_t i = 0; i < 20000; i++) number(i);
  assert_int_equal(p->consts.len, 20000);
  for (uint64_t i = 0; i < 20000; i++) assert_int_equal(ir_const(p, number(i))->lo, i);
  assert_int_equal(p->consts.len, 20000);
}

static void positions_are_shared(void **state) {
  Sym file = intern_string(p->names, "a.c");
  assert_int_equal(build_pos(p, (Pos){0}), 0);
  uint32_t a = build_pos(p, (Pos){file, 3, 4}), b = build_pos(p, (Pos){file, 4, 3});
  assert_int_equal(a, 1);
  assert_int_equal(b, 2);
  assert_int_equal(build_pos(p, (Pos){file, 3, 4}), a);
  assert_int_equal(build_pos(p, (Pos){{0}, 3, 4}), 3);
}

static void parameters_come_first(void **state) {
  Builder *b = build_begin_function(p, new_function(2));
  build_name_param(b, 1, intern_string(p->names, "n"));
  build_place_param(b, 1, build_pos(p, (Pos){{0}, 1, 1}), (Val){44});
  build_at(b, build_block(b, (Sym){0}));
  Val sum = add(b, build_param(b, 0), build_param(b, 1));
  ret(b);
  end(b);
  const Function *f = ir_function(p, (Fn){0});
  assert_int_equal(f->inst_count, 4);
  const Inst *param = ir_inst(p, (Val){1});
  assert_int_equal(param->op, OP_PARAM);
  assert_int_equal(param->imm, 1);
  assert_int_equal(param->block.id, f->first_block);
  assert_int_equal(param->origin.id, 44);
  assert_string_equal(ir_text(p, param->name), "n");
  assert_int_equal(param->pos, 1);
  assert_int_equal(ir_inst(p, (Val){0})->origin.id, 0);
  assert_int_equal(build_final(b, sum).id, 2);
  assert_int_equal(ir_arg(p, ir_inst(p, (Val){2}), 1).id, 1);
}

/* Filled in another order than declared; a value is used before it is made. */
static void blocks_keep_declaration_order(void **state) {
  Builder *b = build_begin_function(p, new_function(0));
  uint32_t entry = build_block(b, intern_string(p->names, "entry"));
  uint32_t last = build_block(b, intern_string(p->names, "last"));
  uint32_t middle = build_block(b, intern_string(p->names, "middle"));
  Val later = build_reserve(b);
  build_at(b, last);
  assert_int_equal(build_current(b), last);
  Val use = add(b, later, number(1));
  ret(b);
  build_at(b, entry);
  jump(b, middle);
  build_at(b, middle);
  Inst inst = {.op = OP_MUL, .type = type_int(32), .origin = VAL_NONE};
  build_emit_reserved(b, later, inst, (Val[]){number(2), number(3)}, 2);
  assert_false(build_block_is_closed(b, middle));
  jump(b, last);
  assert_true(build_block_is_closed(b, middle));
  end(b);
  assert_string_equal(ir_text(p, p->blocks.data[1].name), "last");
  assert_int_equal(build_final(b, use).id, p->blocks.data[1].first);
  assert_int_equal(ir_arg(p, ir_inst(p, build_final(b, use)), 0).id,
                   p->blocks.data[2].first);
}

static void unreachable_blocks_go(void **state) {
  Builder *b = build_begin_function(p, new_function(0));
  uint32_t entry = build_block(b, (Sym){0}), dead = build_block(b, (Sym){0});
  uint32_t join = build_block(b, (Sym){0});
  build_at(b, dead);
  Val gone = add(b, number(1), number(2));
  jump(b, join);
  build_at(b, entry);
  jump(b, join);
  build_at(b, join);
  Val kept = phi(b, (Val[]){gone, number(7)}, (uint32_t[]){dead, entry}, 2);
  ret(b);
  end(b);
  assert_int_equal(p->blocks.len, 2);
  assert_true(val_none(build_final(b, gone)));
  const Inst *inst = ir_inst(p, build_final(b, kept));
  assert_int_equal(inst->arg_count, 1);
  assert_true(val_eq(ir_arg(p, inst, 0), number(7)));
}

static void open_blocks_are_closed(void **state) {
  Builder *b = build_begin_function(p, new_function(0));
  end(b);
  assert_int_equal(p->blocks.len, 1);
  assert_int_equal(p->insts.data[0].op, OP_UNREACHABLE);
  assert_int_equal(p->insts.data[0].origin.id, 0);
}

static void phi_operands_follow_predecessors(void **state) {
  Builder *b = build_begin_function(p, new_function(0));
  uint32_t blocks[5];
  for (int i = 0; i < 5; i++) blocks[i] = build_block(b, (Sym){0});
  Val args[] = {build_undef(p, type_int(32)), number(1), number(2), number(3)};
  uint32_t targets[] = {blocks[3], blocks[1], blocks[4], blocks[4]};
  build_at(b, blocks[0]);
  build_emit_jump(b, (Inst){.op = OP_SWITCH, .origin = VAL_NONE}, args, 4, targets, 4);
  build_at(b, blocks[3]);
  jump(b, blocks[4]);
  build_at(b, blocks[1]);
  branch(b, blocks[2], blocks[4]);
  build_at(b, blocks[2]);
  jump(b, blocks[4]);
  build_at(b, blocks[4]);
  ret(b);
  Val made = phi(b, (Val[]){number(33), number(22), number(10), number(11), number(1)},
                 (uint32_t[]){blocks[3], blocks[2], blocks[0], blocks[0], blocks[1]}, 5);
  end(b);
  const Inst *inst = ir_inst(p, build_final(b, made));
  assert_int_equal(build_final(b, made).id, ir_block(p, inst->block)->first);
  static const uint64_t expected[] = {10, 11, 1, 22, 33};
  assert_int_equal(inst->arg_count, 5);
  for (uint32_t i = 0; i < 5; i++) {
    assert_true(val_eq(ir_arg(p, inst, i), number(expected[i])));
    assert_int_equal(ir_pred(p, ir_block(p, inst->block), i).id, i < 2 ? 0 : i - 1);
  }
}

static void one_value_serves_repeated_edges(void **state) {
  Builder *b = build_begin_function(p, new_function(0));
  uint32_t entry = build_block(b, (Sym){0}), join = build_block(b, (Sym){0});
  build_at(b, entry);
  branch(b, join, join);
  build_at(b, join);
  Val made = phi(b, (Val[]){number(4)}, &entry, 1);
  ret(b);
  end(b);
  const Inst *inst = ir_inst(p, build_final(b, made));
  assert_int_equal(inst->arg_count, 2);
  assert_true(val_eq(ir_arg(p, inst, 0), ir_arg(p, inst, 1)));
}

static void entry_gets_no_predecessors(void **state) {
  Builder *b = build_begin_function(p, new_function(1));
  uint32_t entry = build_block(b, (Sym){0});
  build_at(b, entry);
  Val sum = add(b, build_param(b, 0), number(1));
  jump(b, entry);
  end(b);
  assert_int_equal(p->blocks.len, 2);
  assert_int_equal(p->blocks.data[0].pred_count, 0);
  assert_int_equal(p->blocks.data[1].pred_count, 2);
  assert_int_equal(build_final(b, sum).id, 2);
  assert_int_equal(ir_inst(p, (Val){0})->block.id, 0);
}

/* An unreachable jump to the entry needs no fresh block. */
static void dead_jump_to_entry(void **state) {
  Builder *b = build_begin_function(p, new_function(0));
  uint32_t entry = build_block(b, (Sym){0}), dead = build_block(b, (Sym){0});
  build_at(b, entry);
  ret(b);
  build_at(b, dead);
  jump(b, entry);
  end(b);
  assert_int_equal(p->blocks.len, 1);
}

static void functions_follow_each_other(void **state) {
  Fn first = new_function(1), second = new_function(2);
  for (int i = 0; i < 2; i++) {
    Builder *b = build_begin_function(p, i ? first : second);
    build_at(b, build_block(b, (Sym){0}));
    add(b, build_param(b, 0), number(1));
    ret(b);
    build_end_function(b);
  }
  const char *message = "";
  assert_true(ir_verify(p, arena, &message));
  assert_int_equal(ir_function(p, second)->first, 0);
  assert_int_equal(ir_function(p, first)->first, 4);
  assert_int_equal(ir_function(p, first)->first_block, 1);
  assert_int_equal(ir_inst(p, (Val){5})->origin.id, 5);
  assert_int_equal(ir_arg(p, ir_inst(p, (Val){5}), 0).id, 4);
}

/* Quadratic behaviour anywhere would take minutes. */
static void large_bodies_are_fast(void **state) {
  enum { BLOCKS = 100000 };
  clock_t start = clock();
  Builder *b = build_begin_function(p, new_function(1));
  uint32_t *blocks = arena_new_array(arena, uint32_t, BLOCKS + 1);
  Val *args = arena_new_array(arena, Val, BLOCKS);
  for (uint32_t i = 0; i <= BLOCKS; i++) blocks[i] = build_block(b, (Sym){0});
  for (uint32_t i = BLOCKS; i-- > 0;) {
    build_at(b, blocks[i]);
    args[i] = add(b, build_param(b, 0), number(i % 1000));
    if (i + 1 < BLOCKS)
      branch(b, blocks[BLOCKS], blocks[i + 1]);
    else
      jump(b, blocks[BLOCKS]);
  }
  build_at(b, blocks[BLOCKS]);
  for (int i = 0; i < 3; i++) phi(b, args, blocks, BLOCKS);
  ret(b);
  end(b);
  assert_int_equal(p->blocks.data[BLOCKS].pred_count, BLOCKS);
  assert_true((double)(clock() - start) / CLOCKS_PER_SEC < 10);
}

static int make(void **state) {
  arena = arena_new();
  p = program_new(arena, 64);
  return 0;
}
static int destroy(void **state) { return arena_free(arena), 0; }

int main(void) {
#define CASE(f) cmocka_unit_test_setup_teardown(f, make, destroy)
  const struct CMUnitTest tests[] = {
    CASE(constants_are_shared),
    CASE(many_constants),
    CASE(positions_are_shared),
    CASE(parameters_come_first),
    CASE(blocks_keep_declaration_order),
    CASE(unreachable_blocks_go),
    CASE(open_blocks_are_closed),
    CASE(phi_operands_follow_predecessors),
    CASE(one_value_serves_repeated_edges),
    CASE(entry_gets_no_predecessors),
    CASE(dead_jump_to_entry),
    CASE(functions_follow_each_other),
    CASE(large_bodies_are_fast),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
