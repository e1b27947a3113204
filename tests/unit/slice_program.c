/* Slices of IR texts, written out. The criterion is the instruction whose value or line
 * has the given name: `%x` a value, `!12` every instruction of line 12, `checks` the open
 * checks of a ledger in which nobody closed anything. Of the slice only the bodies are
 * compared, without origins and positions. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "ir/text.h"
#include "ir/verify.h"
#include "slice/slice.h"

typedef struct Case {
  const char *name;
  const char *text;
  const char *criterion;
  bool classical;
  const char *expected;
} Case;

static const Case cases[] = {
#define CASE(name, criterion, classical, text, expected) \
  {name, text, criterion, classical, expected},
#include "slice_cases.def"
#undef CASE
};

static Program *parse(Arena *arena, const char *text) {
  IrError error;
  const char *message;
  Program *p = ir_parse(arena, text, "case", &error);
  if (!p) fail_msg("%u:%u: %s", error.line, error.column, error.message);
  if (!ir_verify(p, arena, &message)) fail_msg("%s", message);
  return p;
}

typedef Vec(Val) VecVal;

static void find_criterion(Arena *arena, const Program *p, const char *text,
                           VecVal *found) {
  for (Val v = {0}; v.id < p->insts.len; v.id++) {
    const Inst *inst = ir_inst(p, v);
    bool fits = *text == '!' ? ir_pos(p, inst->pos)->line == strtoul(text + 1, NULL, 10)
                             : strcmp(ir_text(p, inst->name), text + 1) == 0;
    if (fits) vec_push(arena, found, v);
  }
  assert_true(found->len > 0);
}

/* Drops " from 12", " !3:4", comments, and all lines before the first function. */
static const char *bodies(Arena *arena, const char *text) {
  VecChar out = {0};
  const char *at = strstr(text, "func @");
  while (at && *at) {
    if (strncmp(at, " ;", 2) == 0)
      at += strcspn(at, "\n");
    else if (strncmp(at, " from ", 6) == 0)
      at += 6 + strcspn(at + 6, " \n");
    else if (strncmp(at, " !", 2) == 0)
      at += 1 + strcspn(at + 1, " \n");
    else
      vec_push(arena, &out, *at++);
  }
  vec_push(arena, &out, '\0');
  return out.data;
}

static void check_slice(void **state) {
  const Case *c = *state;
  Arena *arena = arena_new();
  Program *p = parse(arena, c->text);
  SliceCriterion criterion = {.classical = c->classical};
  VecVal insts = {0};
  if (strcmp(c->criterion, "checks") == 0) {
    PropertySet all =
      PROPERTY_BIT(PROPERTY_VALID_DEREF) | PROPERTY_BIT(PROPERTY_VALID_FREE);
    criterion.ledger = ledger_new(arena, p, all);
  } else if (strcmp(c->criterion, "leaks") == 0) {
    criterion.ledger = ledger_new(arena, p, PROPERTY_BIT(PROPERTY_VALID_MEMTRACK));
  } else if (strcmp(c->criterion, "cleanup") == 0) {
    criterion.ledger = ledger_new(arena, p, PROPERTY_BIT(PROPERTY_VALID_MEMCLEANUP));
  } else {
    find_criterion(arena, p, c->criterion, &insts);
    criterion.insts = insts.data;
    criterion.inst_count = insts.len;
  }
  Points *points = points_analyse(p, arena, NULL);
  Program *sliced = slice_program(p, points, &criterion, arena);
  const char *got = bodies(arena, ir_print(sliced, arena));
  if (getenv("SLICE_SHOW")) fprintf(stderr, "== %s\n%s\n", c->name, got);
  assert_string_equal(got, c->expected);
  arena_free(arena);
}

/* Slicing a slice by the same criterion leaves it as it is, and origins name the unsliced
 * program's instructions. */
static void check_again(void **state) {
  const Case *c = *state;
  Arena *arena = arena_new();
  Program *p = parse(arena, c->text);
  if (*c->criterion != '%') {
    arena_free(arena);
    return;
  }
  Program *last = p;
  for (int round = 0; round < 2; round++) {
    VecVal insts = {0};
    find_criterion(arena, last, c->criterion, &insts);
    SliceCriterion criterion = {insts.data, insts.len, .classical = c->classical};
    last = slice_program(last, points_analyse(last, arena, NULL), &criterion, arena);
  }
  assert_string_equal(bodies(arena, ir_print(last, arena)), c->expected);
  for (uint32_t v = 0; v < last->insts.len; v++) {
    const Inst *inst = &last->insts.data[v];
    if (inst->name.id == 0) continue;
    assert_int_equal(ir_inst(p, inst->origin)->op, inst->op);
    assert_int_equal(ir_inst(p, inst->origin)->name.id, inst->name.id);
  }
  arena_free(arena);
}

int main(void) {
  enum { COUNT = sizeof cases / sizeof *cases };
  struct CMUnitTest tests[2 * COUNT];
  for (int i = 0; i < COUNT; i++) {
    tests[2 * i] =
      (struct CMUnitTest){cases[i].name, check_slice, NULL, NULL, (void *)&cases[i]};
    tests[2 * i + 1] =
      (struct CMUnitTest){cases[i].name, check_again, NULL, NULL, (void *)&cases[i]};
  }
  return cmocka_run_group_tests(tests, NULL, NULL);
}
