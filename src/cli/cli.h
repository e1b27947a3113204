/* What the files of the command line share. Only this folder prints to the terminal and
 * exits. */
#ifndef BELAY_CLI_CLI_H
#define BELAY_CLI_CLI_H

#include <stdbool.h>
#include <stdio.h>

#include "base/arena.h"
#include "base/opt.h"
#include "frontend/frontend.h"
#include "ir/ir.h"

enum {
  CLI_TRUE = 0,
  CLI_FALSE = 1,
  CLI_UNKNOWN = 2,
  CLI_INPUT = 3, /* the input cannot be compiled or read, the output not written */
  CLI_USAGE = 64,
};

/* One function a row of the table of commands in options.def; gives the exit code. */
#define COMMAND(name, operands, help) int command_##name(Arena *arena, Options *options);
#include "base/options.def"

/* ---- messages.c: gcc's form, on standard error ---- */

/* Once, at the start: "auto", "always" or "never". */
void message_set_colors(const char *choice);
bool message_is_colored(FILE *to);
/* An escape sequence, or "" where there are no colours. */
const char *message_bold(FILE *to);
const char *message_red(FILE *to);
const char *message_green(FILE *to);
const char *message_plain(FILE *to);
/* "where: error: text"; `where` is "file.c:3:1", or NULL for belay itself. */
void message_error(const char *where, const char *format, ...)
  __attribute__((format(printf, 2, 3)));
void message_warning(const char *where, const char *format, ...)
  __attribute__((format(printf, 2, 3)));
void message_note(const char *where, const char *format, ...)
  __attribute__((format(printf, 2, 3)));
/* An error about the command line, and where to read more; returns CLI_USAGE. */
int message_usage(const Options *options, const char *format, ...)
  __attribute__((format(printf, 2, 3)));

/* ---- help.c ---- */

void help_print(FILE *out, Command command);

/* ---- load.c ---- */

/* The operands as one program; NULL after a message. *code is then the exit code. */
Program *load_program(Arena *arena, const Options *options, FrontendTimes *times,
                      int *code);
/* As it, and keeps LLVM's side of the program; llvm may be NULL. `holds`: with what
 * variables hold where a run may end, if a property asks. */
Program *load_with_llvm(Arena *arena, const Options *options, FrontendTimes *times,
                        FrontendLlvm *llvm, bool holds, int *code);
/* As load_program, and refuses a program without a place to start. */
Program *load_runnable(Arena *arena, const Options *options, int *code);
/* As load_runnable, with the names of the source (Program.source). */
Program *load_named(Arena *arena, const Options *options, int *code);
/* A run starts at a function that gets unknown arguments, made by the front end. */
bool load_starts_inside(const Program *p);

/* ---- files.c ---- */

/* The whole text file, with a NUL behind it; NULL after a message. */
char *file_read(Arena *arena, const char *path);
/* Writes and closes; "-" is standard output. False after a message. */
bool file_write(const char *path, const char *text);

#endif
