/* The verifier on programs that no text can describe: one field of a good program is
 * spoilt at a time. (tests/bad/ir has those that can be written down.) */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "ir/build.h"
#include "ir/text.h"
#include "ir/verify.h"

static Arena *arena;
static Program *p;

/* insts: 0 %n, 1 %p | 2 %s 3 %c 4 cbr | 5 load 6 br | 7 phi 8 ret || 9 call 10 ret */
static const char source[] = "entry @main\n"
                             "global @g 16 [0: @g, 8: @f]\n"
                             "func @f(i32 %n, ptr %p) -> i32 {\n"
                             "a:\n"
                             "  %s = add i32 %n, 1 nsw !3:4\n"
                             "  %c = icmp slt i32 %s, 5\n"
                             "  cbr %c, b, c\n"
                             "b:\n"
                             "  %v = load i32 %p\n"
                             "  br c\n"
                             "c:\n"
                             "  %r = phi i32 [%s, a], [%v, b]\n"
                             "  ret %r\n"
                             "}\n"
                             "func @main() -> i32 {\n"
                             "  %x = call i32 @f(i32 1, ptr @g)\n"
                             "  ret %x\n"
                             "}\n"
                             "func @other() -> i32\n";

static int make(void **state) {
  IrError error;
  arena = arena_new();
  p = ir_parse(arena, source, "source", &error);
  return p ? 0 : -1;
}
static int destroy(void **state) { return arena_free(arena), 0; }

static void assert_fault(const char *expected) {
  const char *message = NULL;
  if (ir_verify(p, arena, &message)) fail_msg("nothing found, expected `%s`", expected);
  if (!strstr(message, expected)) fail_msg("expected `%s`, got `%s`", expected, message);
}

#define INST(n) (&p->insts.data[n])
#define BLOCK(n) (&p->blocks.data[n])
#define FUNCTION(n) (&p->functions.data[n])
#define OPERAND(n, i) (p->operands.data[INST(n)->args + (i)])

static void good_program(void **state) {
  const char *message = "unset";
  assert_true(ir_verify(p, arena, &message));
  assert_null(message);
  assert_true(ir_verify(p, arena, NULL));
  assert_true(ir_verify(program_new(arena, 64), arena, NULL));
}

/* A fault is one assignment; the message says where and what. */
#define FAULT(name, change, expected) \
  static void name(void **state) {    \
    change;                           \
    assert_fault(expected);           \
  }

FAULT(address_width, p->ptr_bits = 16, "addresses of 16 bits")
FAULT(position_zero, p->positions.data[0].line = 1, "position 0 is not the unknown one")
FAULT(const_kind, p->consts.data[0].kind = 77, "constant 0 is malformed")
FAULT(const_type, p->consts.data[0].type = type_void(), "constant 0 is malformed")
FAULT(const_bits, build_int(p, type_int(8), 1);
      p->consts.data[p->consts.len - 1].lo = 256, "is malformed")
FAULT(const_high_bits, build_int(p, type_int(8), 1);
      p->consts.data[p->consts.len - 1].hi = 1, "is malformed")
FAULT(const_global, build_global_addr(p, (Glob){7}, 0, type_ptr()), "is malformed")
FAULT(const_function, build_func_addr(p, (Fn){7}, type_ptr()), "is malformed")
FAULT(const_float_type,
      build_const(p, (Const){.kind = CONST_FLOAT, .type = type_int(32)}), "is malformed")
FAULT(const_null_type, build_null(p);
      p->consts.data[p->consts.len - 1].type = type_int(32), "is malformed")
FAULT(global_position, p->globals.data[0].pos = 9,
      "global @g has a position that does not exist")
FAULT(reloc_target, p->globals.data[0].relocs.data[1].target = build_null(p),
      "global @g: reloc 1 is not the address of a symbol")
FAULT(reloc_no_const, p->globals.data[0].relocs.data[1].target = (Val){0},
      "global @g: reloc 1 is not the address of a symbol")
FAULT(reloc_far, p->globals.data[0].relocs.data[1].offset = UINT64_MAX,
      "global @g: reloc 1 lies outside")
FAULT(entry_id, p->entry.id = 17, "the entry is not a function")
FAULT(param_type, FUNCTION(0)->params.data[0] = type_void(),
      "@f: parameter 0 has no type")
FAULT(result_type, FUNCTION(2)->results.data[0] = type_int(200),
      "@other: result 0 has no type")
FAULT(function_position, FUNCTION(0)->pos = 5,
      "@f: the function's position does not exist")
FAULT(not_extern, FUNCTION(2)->flags = 0, "@other: no body, but not extern")
FAULT(extern_with_insts, FUNCTION(2)->inst_count = 1, "@other: instructions, but no body")
FAULT(extern_with_body, FUNCTION(0)->flags = FN_EXTERN, "@f: extern, but has a body")
FAULT(body_outside, FUNCTION(1)->inst_count = 99,
      "@main: the body lies outside the program's tables")
FAULT(blocks_outside, FUNCTION(1)->block_count = 99, "@main: the body lies outside")
FAULT(param_order, INST(1)->imm = 0, "@f: parameter 1 is not where it belongs")
FAULT(param_block, INST(0)->block.id = 1, "@f: parameter 0 is not where it belongs")
FAULT(block_function, BLOCK(1)->fn.id = 1, ": belongs to another function")
FAULT(block_first, BLOCK(1)->first = 6,
      "@f, block b.1: does not follow the block before it")
FAULT(block_empty, BLOCK(1)->count = 0, "@f, block b.1: an empty block")
FAULT(block_long, BLOCK(2)->count = 100,
      "@f, block c.2: goes past the end of its function")
FAULT(insts_left, BLOCK(3)->count = 1;
      INST(9)->op = OP_UNREACHABLE, "@main: instructions outside all blocks")
FAULT(inst_op, INST(2)->op = 250, "@f, block a.0, `?`: no such op")
FAULT(inst_param, INST(2)->op = OP_PARAM, "a parameter inside a block")
FAULT(inst_block, INST(3)->block.id = 1, "belongs to another block")
FAULT(phi_late, INST(5)->op = OP_ADD;
      INST(6)->op = OP_PHI, "phi after other instructions")
FAULT(terminator_early, INST(3)->op = OP_UNREACHABLE,
      "a terminator before the end of its block")
FAULT(terminator_missing, INST(8)->op = OP_ADD,
      "the block does not end with a terminator")
FAULT(edges_outside, BLOCK(0)->succs = 1000, "@f, block a.0: edges outside the table")
FAULT(edge_to_other, p->edges.data[BLOCK(0)->succs] = 3, "an edge to another function")
FAULT(edges_disagree, p->edges.data[BLOCK(2)->preds] = 1,
      "predecessors and successors do not agree")
FAULT(edge_missing, BLOCK(1)->pred_count = 0, "predecessors and successors do not agree")
FAULT(functions_left, FUNCTION(1)->block_count = 0; FUNCTION(1)->inst_count = 0;
      FUNCTION(1)->flags = FN_EXTERN;
      p->entry = FN_NONE, "instructions or blocks outside all functions")
FAULT(inst_type, INST(2)->type = type_int(129),
      "`%s.2 = add i129 %n.0, i32 1 nsw`: no such type")
FAULT(inst_position, INST(2)->pos = 55, "no such position")
FAULT(inst_origin, INST(2)->origin = VAL_NONE, "the origin is not an instruction")
FAULT(inst_flag, INST(2)->flags = 128, "flag 128 is unknown")
FAULT(successor_count, INST(6)->op = OP_UNREACHABLE,
      "@f, block b.1, `unreachable`: 1 successors")
FAULT(operands_outside, INST(2)->args = 100000, "operands outside the table")
FAULT(operands_endless, INST(2)->arg_count = UINT32_MAX, "operands outside the table")
FAULT(operand_count, INST(2)->arg_count = 1, "the wrong number of operands")
FAULT(phi_count, INST(7)->arg_count = 1, "1 operands for 2 predecessors")
FAULT(operand_none, OPERAND(2, 0) = VAL_NONE, "operand 0 does not exist in this function")
FAULT(operand_const, OPERAND(2, 1).id = VAL_CONST_BIT | 500,
      "operand 1 does not exist in this function")
FAULT(operand_foreign, OPERAND(10, 0).id = 2, "operand 0 does not exist in this function")
FAULT(operand_later, OPERAND(2, 0).id = 8,
      "operand 0 is of type void where i32 is needed")
FAULT(predicate, INST(3)->pred = 6, "no such predicate")

/* The entry block of @f becomes its own successor; then block b is cut off. */
static void entry_with_predecessors(void **state) {
  IrError error;
  p = ir_parse(arena,
               "func @f(i1 %c) {\n a:\n  br b\n b:\n  br d\n d:\n  cbr %c, b, e\n"
               " e:\n  ret\n}\n",
               "loop", &error);
  BLOCK(0)->preds = BLOCK(1)->preds;
  BLOCK(0)->pred_count = 1;
  BLOCK(1)->preds++;
  BLOCK(1)->pred_count = 1;
  p->edges.data[BLOCK(2)->succs] = 0;
  p->edges.data[BLOCK(0)->preds] = 2;
  p->edges.data[BLOCK(1)->preds] = 0;
  assert_fault("@f, block a.0: the entry block has predecessors");
}

static void unreachable_block(void **state) {
  IrError error;
  p =
    ir_parse(arena, "func @f(i1 %c) {\n a:\n  cbr %c, b, e\n b:\n  br b\n e:\n  ret\n}\n",
             "cut", &error);
  p->edges.data[BLOCK(0)->succs] = 2;
  p->edges.data[BLOCK(1)->preds] = 1;
  BLOCK(1)->pred_count = 1;
  uint32_t preds = p->edges.len;
  vec_push(arena, &p->edges, 0);
  vec_push(arena, &p->edges, 0);
  BLOCK(2)->preds = preds;
  BLOCK(2)->pred_count = 2;
  assert_fault("@f, block b.1: cannot be reached from the entry block");
}

static void addr_without_scale(void **state) {
  INST(5)->op = OP_ADDR;
  INST(5)->type = type_ptr();
  INST(5)->args = p->operands.len;
  INST(5)->arg_count = 2;
  vec_push(arena, &p->operands, (Val){1});
  vec_push(arena, &p->operands, (Val){0});
  assert_fault("an index without a scale");
}

/* Every position of every table spoilt in turn: the verifier may accept or refuse, but it
 * must end, and what it accepts must print and parse. */
static void any_byte_spoilt(void **state) {
  struct {
    uint8_t *bytes;
    size_t count;
  } tables[] = {
    {(uint8_t *)p->operands.data, p->operands.len * sizeof *p->operands.data},
    {(uint8_t *)p->edges.data, p->edges.len * sizeof *p->edges.data},
    {(uint8_t *)p->blocks.data, p->blocks.len * sizeof *p->blocks.data},
  };
  static const uint8_t values[] = {0, 1, 2, 3, 5, 9, 0x7f, 0x80, 0xff};
  uint32_t refused = 0, names = offsetof(Block, name);
  for (size_t t = 0; t < 3; t++)
    for (size_t i = 0; i < tables[t].count; i++)
      for (size_t k = 0; k < sizeof values; k++) {
        size_t field = i % sizeof(Block);
        if (t == 2 && field >= names && field < names + sizeof(Sym)) continue;
        uint8_t kept = tables[t].bytes[i];
        const char *message;
        IrError error;
        tables[t].bytes[i] = values[k];
        if (!ir_verify(p, arena, &message))
          refused++;
        else
          assert_non_null(ir_parse(arena, ir_print(p, arena), "again", &error));
        tables[t].bytes[i] = kept;
      }
  assert_true(refused > 1000);
}

static void deep_programs_are_fast(void **state) {
  VecChar text = {0};
  clock_t start = clock();
  vec_printf(arena, &text, "func @f(i1 %%c, i32 %%n) {\nb0:\n  br b1\n");
  for (int i = 1; i < 50000; i++)
    vec_printf(arena, &text, "b%d:\n  %%x%d = add i32 %%n, %d\n  cbr %%c, b%d, b%d\n", i,
               i, i, i + 1, i % 2 ? i : 50000);
  vec_printf(arena, &text, "b50000:\n  ret\n}\n");
  IrError error;
  Program *deep = ir_parse(arena, text.data, "deep", &error);
  assert_non_null(deep);
  assert_true(ir_verify(deep, arena, NULL));
  assert_true((double)(clock() - start) / CLOCKS_PER_SEC < 10);
}

int main(void) {
#define CASE(f) cmocka_unit_test_setup_teardown(f, make, destroy)
  const struct CMUnitTest tests[] = {
    CASE(good_program),
    CASE(address_width),
    CASE(position_zero),
    CASE(const_kind),
    CASE(const_type),
    CASE(const_bits),
    CASE(const_high_bits),
    CASE(const_global),
    CASE(const_function),
    CASE(const_float_type),
    CASE(const_null_type),
    CASE(global_position),
    CASE(reloc_target),
    CASE(reloc_no_const),
    CASE(reloc_far),
    CASE(entry_id),
    CASE(param_type),
    CASE(result_type),
    CASE(function_position),
    CASE(not_extern),
    CASE(extern_with_insts),
    CASE(extern_with_body),
    CASE(body_outside),
    CASE(blocks_outside),
    CASE(param_order),
    CASE(param_block),
    CASE(block_function),
    CASE(block_first),
    CASE(block_empty),
    CASE(block_long),
    CASE(insts_left),
    CASE(inst_op),
    CASE(inst_param),
    CASE(inst_block),
    CASE(phi_late),
    CASE(terminator_early),
    CASE(terminator_missing),
    CASE(edges_outside),
    CASE(edge_to_other),
    CASE(edges_disagree),
    CASE(edge_missing),
    CASE(functions_left),
    CASE(inst_type),
    CASE(inst_position),
    CASE(inst_origin),
    CASE(inst_flag),
    CASE(successor_count),
    CASE(operands_outside),
    CASE(operands_endless),
    CASE(operand_count),
    CASE(phi_count),
    CASE(operand_none),
    CASE(operand_const),
    CASE(operand_foreign),
    CASE(operand_later),
    CASE(predicate),
    CASE(entry_with_predecessors),
    CASE(unreachable_block),
    CASE(addr_without_scale),
    CASE(any_byte_spoilt),
    CASE(deep_programs_are_fast),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
