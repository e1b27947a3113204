/* Programs as text: see docs/ir.md for the grammar. ir_parse(ir_print(p)) is p again, up
 * to the order of the tables of constants, positions and names. */
#ifndef BELAY_IR_TEXT_H
#define BELAY_IR_TEXT_H

#include "ir/ir.h"

typedef struct IrError {
  const char *file;      /* as given to ir_parse */
  uint32_t line, column; /* from 1 */
  const char *message;   /* what was expected and what was found */
} IrError;

/* requires: p verified. */
char *ir_print(const Program *p, Arena *arena);
/* One line without position, for people: `%n.3 = add i32 %x.1, 4 nsw`. Any program,
 * verified or not. */
void ir_print_inst(const Program *p, Val inst, Arena *arena, VecChar *out);
/* An operand alone: `%x.1`, `i32 4`, `@main`. */
void ir_print_value(const Program *p, Val value, Arena *arena, VecChar *out);
/* A block's name as instructions write it: `for.body.2`. */
void ir_print_block_name(const Program *p, Blk block, Arena *arena, VecChar *out);

/* NULL and the first error when the text is not a program. What it makes has the form
 * that the builder gives (blocks that cannot be reached are gone), but is not verified.
 */
Program *ir_parse(Arena *arena, const char *text, const char *file_name, IrError *error);

#endif
