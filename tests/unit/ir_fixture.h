/* Programs from text, and values of them by name, for unit tests. */
#ifndef BELAY_TESTS_IR_FIXTURE_H
#define BELAY_TESTS_IR_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "ir/text.h"

__attribute__((unused)) static Program *fixture_parse(Arena *arena, const char *text) {
  IrError error = {0};
  Program *p = ir_parse(arena, text, "fixture", &error);
  if (!p) fail_msg("fixture:%u:%u: %s", error.line, error.column, error.message);
  return p;
}

/* The only value of this name. */
__attribute__((unused)) static Val fixture_value(const Program *p, const char *name) {
  Val found = VAL_NONE;
  for (uint32_t i = 0; i < p->insts.len; i++)
    if (!strcmp(ir_text(p, p->insts.data[i].name), name)) {
      assert_true(val_none(found));
      found = (Val){i};
    }
  if (val_none(found)) fail_msg("no value %s", name);
  return found;
}

/* The nth instruction of this kind in the program. */
__attribute__((unused)) static Val fixture_op(const Program *p, Op op, uint32_t n) {
  for (uint32_t i = 0; i < p->insts.len; i++)
    if (p->insts.data[i].op == op && n-- == 0) return (Val){i};
  fail_msg("no such %s", op_text(op));
  return VAL_NONE;
}

__attribute__((unused)) static Fn fixture_function(const Program *p, const char *name) {
  Fn f = ir_find_function(p, name);
  if (f.id == IR_NONE) fail_msg("no function %s", name);
  return f;
}

#endif
