/* The text form: every file under tests/ir is parsed, verified, printed, parsed again and
 * compared; every file under tests/bad/ir gives its message; and damaged copies of all of
 * them never bring the parser down. */
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "ir/build.h"
#include "ir/form.h"
#include "ir/text.h"
#include "ir/verify.h"

static Arena *arena;

typedef Vec(const char *) Texts;

static int compare_texts(const void *a, const void *b) {
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static Texts files_of(const char *folder) {
  const char *path = arena_printf(arena, "%s/tests/%s", BELAY_SOURCE_DIR, folder);
  DIR *directory = opendir(path);
  if (!directory) fail_msg("cannot open %s", path);
  Texts files = {0};
  for (struct dirent *entry; (entry = readdir(directory));) {
    size_t length = strlen(entry->d_name);
    if (length > 3 && !strcmp(entry->d_name + length - 3, ".ir"))
      vec_push(arena, &files, arena_printf(arena, "%s/%s", path, entry->d_name));
  }
  closedir(directory);
  qsort(files.data, files.len, sizeof *files.data, compare_texts);
  return files;
}

static char *content_of(const char *path) {
  FILE *file = fopen(path, "rb");
  if (!file) fail_msg("cannot open %s", path);
  VecChar text = {0};
  for (int c; (c = getc(file)) != EOF;) vec_push(arena, &text, (char)c);
  vec_push(arena, &text, 0);
  fclose(file);
  return text.data;
}

static Program *parse(const char *text, const char *name) {
  IrError error = {0};
  Program *p = ir_parse(arena, text, name, &error);
  if (!p) fail_msg("%s:%u:%u: %s", error.file, error.line, error.column, error.message);
  const char *message;
  if (!ir_verify(p, arena, &message)) fail_msg("%s: %s", name, message);
  return p;
}

/* ---- comparing programs without the printer ---- */

static void assert_same_sym(const Program *p, Sym a, const Program *q, Sym b) {
  size_t length = intern_length(p->names, a);
  assert_int_equal(length, intern_length(q->names, b));
  assert_memory_equal(ir_text(p, a), ir_text(q, b), length);
}

static void assert_same_pos(const Program *p, uint32_t a, const Program *q, uint32_t b) {
  assert_same_sym(p, ir_pos(p, a)->file, q, ir_pos(q, b)->file);
  assert_int_equal(ir_pos(p, a)->line, ir_pos(q, b)->line);
  assert_int_equal(ir_pos(p, a)->column, ir_pos(q, b)->column);
}

static void assert_same_value(const Program *p, Val a, const Program *q, Val b) {
  assert_int_equal(val_is_const(a), val_is_const(b));
  if (!val_is_const(a)) {
    assert_int_equal(a.id, b.id);
    return;
  }
  const Const *c = ir_const(p, a), *d = ir_const(q, b);
  assert_int_equal(c->kind, d->kind);
  assert_int_equal(c->type.code, d->type.code);
  assert_int_equal(c->index, d->index);
  assert_int_equal(c->lo, d->lo);
  assert_int_equal(c->hi, d->hi);
}

static void assert_same_inst(const Program *p, const Program *q, Val v) {
  const Inst *a = ir_inst(p, v), *b = ir_inst(q, v);
  assert_int_equal(a->op, b->op);
  assert_int_equal(a->pred, b->pred);
  assert_int_equal(a->flags, b->flags);
  assert_int_equal(a->type.code, b->type.code);
  assert_int_equal(a->imm, b->imm);
  assert_int_equal(a->block.id, b->block.id);
  assert_int_equal(a->origin.id, b->origin.id);
  assert_same_sym(p, a->name, q, b->name);
  assert_same_sym(p, a->sym, q, b->sym);
  assert_same_pos(p, a->pos, q, b->pos);
  assert_int_equal(a->arg_count, b->arg_count);
  for (uint32_t i = 0; i < a->arg_count; i++)
    assert_same_value(p, ir_arg(p, a, i), q, ir_arg(q, b, i));
}

static void assert_same_block(const Program *p, const Program *q, Blk id) {
  const Block *a = ir_block(p, id), *b = ir_block(q, id);
  assert_int_equal(a->fn.id, b->fn.id);
  assert_same_sym(p, a->name, q, b->name);
  assert_int_equal(a->first, b->first);
  assert_int_equal(a->count, b->count);
  assert_int_equal(a->succ_count, b->succ_count);
  assert_int_equal(a->pred_count, b->pred_count);
  for (uint32_t i = 0; i < a->succ_count; i++)
    assert_int_equal(ir_succ(p, a, i).id, ir_succ(q, b, i).id);
  for (uint32_t i = 0; i < a->pred_count; i++)
    assert_int_equal(ir_pred(p, a, i).id, ir_pred(q, b, i).id);
}

static void assert_same_function(const Program *p, const Program *q, Fn id) {
  const Function *a = ir_function(p, id), *b = ir_function(q, id);
  assert_same_sym(p, a->name, q, b->name);
  assert_int_equal(a->flags, b->flags);
  assert_same_pos(p, a->pos, q, b->pos);
  assert_int_equal(a->first, b->first);
  assert_int_equal(a->inst_count, b->inst_count);
  assert_int_equal(a->first_block, b->first_block);
  assert_int_equal(a->block_count, b->block_count);
  assert_int_equal(a->params.len, b->params.len);
  assert_int_equal(a->results.len, b->results.len);
  for (uint32_t i = 0; i < a->params.len; i++)
    assert_int_equal(a->params.data[i].code, b->params.data[i].code);
  for (uint32_t i = 0; i < a->results.len; i++)
    assert_int_equal(a->results.data[i].code, b->results.data[i].code);
}

static uint8_t byte_of(const Global *g, uint64_t i) { return g->bytes ? g->bytes[i] : 0; }

static void assert_same_global(const Program *p, const Program *q, Glob id) {
  const Global *a = ir_global(p, id), *b = ir_global(q, id);
  assert_same_sym(p, a->name, q, b->name);
  assert_int_equal(a->flags, b->flags);
  assert_int_equal(a->size, b->size);
  assert_int_equal(a->align, b->align);
  assert_same_pos(p, a->pos, q, b->pos);
  for (uint64_t i = 0; i < a->size && (a->bytes || b->bytes); i++)
    assert_int_equal(byte_of(a, i), byte_of(b, i));
  assert_int_equal(a->relocs.len, b->relocs.len);
  for (uint32_t i = 0; i < a->relocs.len; i++) {
    assert_int_equal(a->relocs.data[i].offset, b->relocs.data[i].offset);
    assert_same_value(p, a->relocs.data[i].target, q, b->relocs.data[i].target);
  }
}

static void assert_same_program(const Program *p, const Program *q) {
  assert_int_equal(p->ptr_bits, q->ptr_bits);
  assert_int_equal(p->entry.id, q->entry.id);
  assert_int_equal(p->insts.len, q->insts.len);
  assert_int_equal(p->blocks.len, q->blocks.len);
  assert_int_equal(p->functions.len, q->functions.len);
  assert_int_equal(p->globals.len, q->globals.len);
  assert_int_equal(p->assumptions.len, q->assumptions.len);
  for (uint32_t i = 0; i < p->assumptions.len; i++)
    assert_same_sym(p, p->assumptions.data[i], q, q->assumptions.data[i]);
  for (uint32_t i = 0; i < p->globals.len; i++) assert_same_global(p, q, (Glob){i});
  for (uint32_t i = 0; i < p->functions.len; i++) assert_same_function(p, q, (Fn){i});
  for (uint32_t i = 0; i < p->blocks.len; i++) assert_same_block(p, q, (Blk){i});
  for (uint32_t i = 0; i < p->insts.len; i++) assert_same_inst(p, q, (Val){i});
}

static void assert_round_trip(const Program *p, const char *name) {
  char *text = ir_print(p, arena);
  Program *q = parse(text, arena_printf(arena, "%s (printed)", name));
  assert_same_program(p, q);
  assert_string_equal(text, ir_print(q, arena));
}

/* ---- files ---- */

static void good_files_round_trip(void **state) {
  Texts files = files_of("ir");
  bool used[OP_COUNT] = {false};
  assert_true(files.len >= 25);
  for (uint32_t i = 0; i < files.len; i++) {
    Program *p = parse(content_of(files.data[i]), files.data[i]);
    assert_round_trip(p, files.data[i]);
    for (uint32_t k = 0; k < p->insts.len; k++) used[p->insts.data[k].op] = true;
  }
  for (unsigned op = 0; op < OP_COUNT; op++)
    if (!used[op]) fail_msg("no file under tests/ir uses %s", op_text((Op)op));
}

static const char *message_of(const char *text, const char *name) {
  IrError error = {0};
  const char *message = "";
  Program *p = ir_parse(arena, text, name, &error);
  if (!p) {
    assert_true(error.line > 0 && error.column > 0);
    assert_string_equal(error.file, name);
    return error.message;
  }
  ir_verify(p, arena, &message);
  return message;
}

static void bad_files_give_their_message(void **state) {
  static const char mark[] = "; expect: ";
  Texts files = files_of("bad/ir");
  assert_true(files.len >= 100);
  for (uint32_t i = 0; i < files.len; i++) {
    char *text = content_of(files.data[i]);
    assert_int_equal(strncmp(text, mark, sizeof mark - 1), 0);
    const char *expected = text + sizeof mark - 1;
    expected = arena_strndup(arena, expected, strcspn(expected, "\r\n"));
    const char *message = message_of(text, files.data[i]);
    if (!message || !strstr(message, expected))
      fail_msg("%s: expected `%s`, got `%s`", files.data[i], expected, message);
  }
}

/* ---- damaged files ---- */

static uint32_t next_random(uint32_t *seed) {
  *seed = *seed * 1664525 + 1013904223;
  return *seed >> 8;
}

static void damage(char *text, uint32_t length, uint32_t *seed) {
  static const char bytes[] = "()[]{}%@\"\\:;,=+-*!#. \n0123456789abcxyz\x80\xff";
  uint32_t at = next_random(seed) % length, from = next_random(seed) % length;
  uint32_t room = length - (at > from ? at : from), count = next_random(seed) % 12;
  switch (next_random(seed) % 4) {
  case 0: text[at] = bytes[next_random(seed) % (sizeof bytes - 1)]; break;
  case 1: memmove(text + at, text + from, count < room ? count : room); break;
  case 2: memmove(text + at, text + at + 1, length - at); break;
  case 3: text[at] = (char)(next_random(seed) % 4 ? ' ' : 0); break;
  }
}

/* What still parses and verifies must survive the round trip as well. */
static void damaged_files_do_no_harm(void **state) {
  Texts files = files_of("ir");
  uint32_t seed = 12345, good = 0;
  for (uint32_t i = 0; i < files.len; i++) {
    const char *text = content_of(files.data[i]);
    uint32_t length = (uint32_t)strlen(text);
    Arena *whole = arena;
    for (int round = 0; round < 200; round++) {
      arena = arena_new();
      char *copy = arena_strdup(arena, text);
      for (uint32_t n = next_random(&seed) % 4 + 1; n > 0; n--)
        damage(copy, length, &seed);
      IrError error;
      const char *message;
      Program *p = ir_parse(arena, copy, "damaged", &error);
      if (p && ir_verify(p, arena, &message)) {
        assert_round_trip(p, copy);
        good++;
      }
      arena_free(arena);
    }
    arena = whole;
  }
  assert_true(good > 100);
}

/* ---- single lines ---- */

static const char *printed_inst(const Program *p, uint32_t id) {
  VecChar out = {0};
  ir_print_inst(p, (Val){id}, arena, &out);
  return out.data;
}

static void instructions_as_lines(void **state) {
  Program *p = parse("func @f(i32 %x, ptr %p) -> i32 {\n"
                     "a:\n  %n = add i32 %x, 4 nsw !12:3\n  store i32 %n, %p volatile\n"
                     "  %1 = call i32 @f(%n, ptr null)\n  br b\n"
                     "b:\n  %v = phi i32 [%n, a]\n  ret %v\n}\n",
                     "lines");
  assert_string_equal(printed_inst(p, 0), "%x.0 = param i32 0");
  assert_string_equal(printed_inst(p, 2), "%n.2 = add i32 %x.0, 4 nsw");
  assert_string_equal(printed_inst(p, 3), "store i32 %n.2, %p.1 volatile");
  assert_string_equal(printed_inst(p, 4), "%4 = call i32 @f(%n.2, ptr null)");
  assert_string_equal(printed_inst(p, 5), "br b.1");
  assert_string_equal(printed_inst(p, 6), "%v.6 = phi i32 [%n.2, a.0]");
  assert_string_equal(printed_inst(p, 99), "?");
  VecChar out = {0};
  ir_print_value(p, (Val){2}, arena, &out);
  vec_printf(arena, &out, " ");
  ir_print_value(p, build_int(p, type_int(8), 255), arena, &out);
  vec_printf(arena, &out, " ");
  ir_print_value(p, build_func_addr(p, (Fn){0}, type_ptr()), arena, &out);
  vec_printf(arena, &out, " ");
  ir_print_value(p, VAL_NONE, arena, &out);
  assert_string_equal(out.data, "%n.2 i8 -1 @f ?");
}

static void names_lose_their_number(void **state) {
  Program *p = parse("func @f(i32 %x.1, i32 %x, i32 %7, i32 %\"x.1\", i32 %x.01, i32) {\n"
                     "loop.3:\n  ret\n}\n",
                     "names");
  static const char *const names[] = {"x", "x", "", "x.1", "x.01", ""};
  for (uint32_t i = 0; i < 6; i++)
    assert_string_equal(ir_text(p, ir_inst(p, (Val){i})->name), names[i]);
  assert_string_equal(ir_text(p, ir_block(p, (Blk){0})->name), "loop");
}

/* A program as only the builder can make it: every flag, every kind of symbol name. */
static void built_programs_round_trip(void **state) {
  Program *p = program_new(arena, 32);
  static const char *const names[] = {"a", "a", "", "%", "a#2", "\"", "\n", "a.1"};
  for (int i = 0; i < 8; i++) {
    Sym name = intern_string(p->names, names[i]);
    build_global(p, (Global){.name = name, .size = 4, .flags = (uint32_t)i & ~2u});
    Fn fn = build_declare_function(p, name, FN_NORETURN);
    vec_push(arena, &p->functions.data[fn.id].params, type_int(32));
    Builder *b = build_begin_function(p, fn);
    build_name_param(b, 0, name);
    build_at(b, build_block(b, name));
    for (uint32_t bit = 0; form_inst_flag(bit); bit++) {
      Inst inst = {.op = OP_ADD, .type = type_int(32), .flags = (uint8_t)(1u << bit)};
      inst.name = inst.sym = name;
      inst.origin = bit == 2 ? (Val){12345} : VAL_NONE;
      inst.pos = build_pos(p, (Pos){name, bit, 1});
      build_emit(b, inst, (Val[]){build_param(b, 0), build_int(p, type_int(32), bit)}, 2);
    }
    build_emit(b, (Inst){.op = OP_ABORT, .sym = name, .origin = VAL_NONE}, NULL, 0);
    build_end_function(b);
  }
  assert_round_trip(p, "built");
}

/* ---- docs/ir.md ---- */

static char *manual(void) {
  return content_of(arena_printf(arena, "%s/docs/ir.md", BELAY_SOURCE_DIR));
}

static void manual_lists_every_instruction(void **state) {
  const char *text = manual();
  for (unsigned op = 0; op < OP_COUNT; op++) {
    const char *start = arena_printf(arena, "\n| `%s` | ", op_text((Op)op));
    const char *row = strstr(text, start);
    if (!row) fail_msg("docs/ir.md has no row for %s", op_text((Op)op));
    row = arena_strndup(arena, row + 1, strcspn(row + 1, "\n"));
    if (!strstr(row, op_help((Op)op)))
      fail_msg("docs/ir.md: %s does not say `%s`", row, op_help((Op)op));
  }
}

/* The first indented block is a program. */
static void manual_example_is_a_program(void **state) {
  VecChar program = {0};
  char *line = strstr(manual(), "\n    ");
  assert_non_null(line);
  for (line = strtok(line, "\n"); line && line[0] != 'T'; line = strtok(NULL, "\n"))
    vec_printf(arena, &program, "%s\n", line);
  Program *p = parse(program.data, "docs/ir.md");
  assert_int_equal(ir_find_function(p, "main").id, p->entry.id);
}

static void long_texts_are_fast(void **state) {
  VecChar text = {0};
  vec_printf(arena, &text, "func @f(i32 %%x) -> i32 {\n  %%a0 = add i32 %%x, 1\n");
  for (int i = 1; i < 100000; i++)
    vec_printf(arena, &text, "  %%a%d = add i32 %%a%d, %d !%d:1\n", i, i - 1, i, i);
  vec_printf(arena, &text, "  ret %%a99999\n}\n");
  assert_round_trip(parse(text.data, "long"), "long");
}

static int make(void **state) { return arena = arena_new(), 0; }
static int destroy(void **state) { return arena_free(arena), 0; }

int main(void) {
#define CASE(f) cmocka_unit_test_setup_teardown(f, make, destroy)
  const struct CMUnitTest tests[] = {
    CASE(good_files_round_trip),       CASE(bad_files_give_their_message),
    CASE(damaged_files_do_no_harm),    CASE(instructions_as_lines),
    CASE(names_lose_their_number),     CASE(built_programs_round_trip),
    CASE(long_texts_are_fast),         CASE(manual_lists_every_instruction),
    CASE(manual_example_is_a_program),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
