/* The command line, parsed by the tables in options.def. */
#ifndef BELAY_BASE_OPT_H
#define BELAY_BASE_OPT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/vec.h"

typedef enum Command {
#define COMMAND(name, operands, help) COMMAND_##name,
#include "base/options.def"
  COMMAND_COUNT /* also: no command was given */
} Command;

typedef Vec(const char *) VecText;

/* Every option's field has its default unless the option was given; the last one counts.
 */
typedef struct Options {
  Command command;
#define FLAG(field, ...) bool field;
#define NUMBER(field, ...) int64_t field;
#define TEXT(field, ...) const char *field;
#define CHOICE(field, ...) const char *field;
#include "base/options.def"
  VecText operands;     /* files */
  VecText clang_flags;  /* what follows `--`; cc: the whole line */
  VecText program_args; /* run: what follows `--args` */
} Options;

typedef enum OptKind { OPT_FLAG, OPT_NUMBER, OPT_TEXT, OPT_CHOICE } OptKind;

/* One row of the table. */
typedef struct OptRow {
  OptKind kind;
  const char *name;     /* without the dashes */
  char letter;          /* 0: none */
  uint32_t commands;    /* bit 1 << Command */
  const char *argument; /* how help calls it, or the choices "a|b"; NULL for a flag */
  const char *text;     /* default of TEXT and CHOICE */
  int64_t number, least, greatest;
  const char *help;
  size_t field; /* offset in Options */
} OptRow;

extern const OptRow opt_rows[];
extern const unsigned opt_row_count;

const char *opt_command_text(Command command);
const char *opt_command_operands(Command command);
const char *opt_command_help(Command command);
/* COMMAND_COUNT when there is none of that name. */
Command opt_command_by_text(const char *text);

/* argv[0] is skipped. NULL, or what is wrong in words. The texts point into argv. */
const char *opt_parse(Arena *arena, int argc, char **argv, Options *options);
/* What is wrong with this word as a command, with what was probably meant. */
const char *opt_unknown_command(Arena *arena, const char *word);

#endif
