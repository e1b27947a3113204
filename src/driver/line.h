/* A compiler's command line, understood as far as the driver needs it. */
#ifndef BELAY_DRIVER_LINE_H
#define BELAY_DRIVER_LINE_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/vec.h"

typedef Vec(const char *) DriverWords;

typedef enum WordUse {
  USE_EVERY,
  USE_READ,
  USE_LINK,
  USE_DEPEND,
  USE_OUTPUT,
  USE_LANGUAGE,
  USE_LEVEL,
  USE_DEBUG,
  USE_ONLY_C,
  USE_ONLY_S,
  USE_PASS,
  USE_DROP,
  USE_BELAY,
  USE_INPUT, /* a file */
} WordUse;

typedef enum InputKind {
  INPUT_C,      /* to be guarded */
  INPUT_HEADER, /* to be precompiled */
  INPUT_OTHER,  /* another language: clang compiles it as it is */
  INPUT_OBJECT, /* for the linker */
} InputKind;

/* An option with its argument, or a file. */
typedef struct LineWord {
  WordUse use;
  const char *text;
  const char *argument; /* the next word, when that belongs to it; NULL */
  InputKind kind;       /* of an input */
  const char *language; /* of an input: what -x said before it; NULL */
} LineWord;

typedef enum LineEnd { END_PASS, END_ASSEMBLY, END_OBJECT, END_LINK } LineEnd;

typedef enum BelayMode { MODE_OFF, MODE_BASIC, MODE_PROVE, MODE_DEFAULT } BelayMode;

typedef struct Line {
  DriverWords all; /* the command line without response files, for clang as it is */
  Vec(LineWord) words;
  LineEnd end;        /* where the work ends */
  const char *output; /* -o; NULL */
  const char *level;  /* the last -O...; NULL */
  BelayMode mode;
  double budget;                      /* processor seconds for -fbelay=prove at a link */
  uint32_t input_count, source_count; /* files; those that are not for the linker */
  bool shared, relocatable, static_, narrow, verbose, debug, depends;
  bool has_depend_file, has_depend_target;
} Line;

/* NULL, or what is wrong in words. */
const char *line_parse(Arena *arena, int argc, char **argv, Line *line);

/* @FILE replaced by the words in the file, as gcc splits them; a file that is not there
 * leaves the word alone. */
void line_expand(Arena *arena, int argc, char **argv, DriverWords *words);
/* Whether the code is to be optimised at all. */
bool line_optimises(const Line *line);

#endif
