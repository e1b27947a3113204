/* How each instruction is typed and written; the printer, the parser and the verifier
 * read the same table. */
#ifndef BELAY_IR_FORM_H
#define BELAY_IR_FORM_H

#include "ir/ir.h"

/* Which type stands in the text behind the instruction's name. */
typedef enum FormWritten {
  WRITES_NONE,   /* none: the result's type follows from the instruction */
  WRITES_RESULT, /* that of the result */
  WRITES_FIRST,  /* that of the first operand */
} FormWritten;

/* How the rest of the line is built. */
typedef enum FormShape {
  SHAPE_LIST,   /* operands, separated by commas */
  SHAPE_TEXT,   /* `sym` in quotes, then operands */
  SHAPE_ADDR,   /* base + number + index * scale ... */
  SHAPE_ALLOCA, /* size, align number */
  SHAPE_PART,   /* call, number */
  SHAPE_PHI,    /* [value, block], ... */
  SHAPE_CALL,   /* callee(operands) */
  SHAPE_JUMP,   /* operands, then targets */
  SHAPE_SWITCH, /* value, target [constant: target, ...] */
  SHAPE_PARAM,  /* number */
} FormShape;

/* Kinds of result and operand:
 *   v void    1 i1    p pointer   i integer   f float
 *   x anything but void           y anything
 *   t the written type            k integer or pointer, the written type
 *   n integer; an untyped constant is as wide as addresses
 *   c integer; an untyped constant is an i8
 *   w integer; an untyped constant is an i32
 *   r the function's result of that number
 * In a list of operands `?` says that the next may be missing, `*` that the next may be
 * there any number of times. */
typedef struct OpForm {
  FormWritten written;
  char result;
  const char *operands;
  FormShape shape;
} OpForm;

const OpForm *form_of(Op op);
/* The kind of operand `n`; 0 when the instruction has none such. */
char form_operand(const OpForm *form, uint32_t n);
bool form_count_fits(const OpForm *form, uint32_t count);
/* Whether a type is of this kind, and in words what is. */
bool form_kind_fits(char kind, Type type, Type written);
const char *form_kind_text(char kind);
/* The type of an untyped constant as operand `n`; void when it must be written. `written`
 * is the type in the text, `function` the one the instruction is in. */
Type form_constant_type(const Program *p, const OpForm *form, uint32_t n, Type written,
                        const Function *function);

/* Words for the bits of Inst.flags, Function.flags, Global.flags; NULL where there is
 * none. */
const char *form_inst_flag(unsigned bit);
const char *form_function_flag(unsigned bit);
const char *form_global_flag(unsigned bit);
/* "i32", "ptr", ... */
const char *form_type_text(Type type, char buffer[16]);
/* Whether a name needs no quotes. */
bool form_bare_name(const char *text, size_t length);
static inline bool form_bare_char(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         c == '_' || c == '.' || c == '$';
}

#endif
