/* The command lines of the single steps that one compiler's command line becomes. */
#ifndef BELAY_DRIVER_STEPS_H
#define BELAY_DRIVER_STEPS_H

#include "driver/line.h"

/* Where belay's own files are. */
typedef struct DriverPaths {
  const char *clang;
  const char *include; /* folder of <belay.h> */
  const char *library; /* the runtime's archive for the width at hand; NULL: not there */
} DriverPaths;

/* The finished result of an input file. */
typedef struct LinkInput {
  uint32_t word; /* index in line->words */
  const char
    *path; /* what the linker gets in its place; NULL: nothing (it is elsewhere) */
} LinkInput;
typedef Vec(LinkInput) LinkInputs;

/* The object, assembly or list of dependences beside which clang would have put it. */
const char *step_output(Arena *arena, const Line *line, const LineWord *input);

/* C to bitcode as clang writes it: no pass over it, with lifetime markers, names, lines;
 * a header to its precompiled form for that step. */
DriverWords step_read(Arena *arena, const Line *line, const DriverPaths *paths,
                      const LineWord *input, const char *bitcode);
/* Guarded bitcode to an object or to assembly, at the user's level. */
DriverWords step_generate(Arena *arena, const Line *line, const DriverPaths *paths,
                          const char *bitcode, const char *output);
/* An input as clang alone would compile it. */
DriverWords step_plain(Arena *arena, const Line *line, const DriverPaths *paths,
                       const LineWord *input, const char *output);
DriverWords step_link(Arena *arena, const Line *line, const DriverPaths *paths,
                      const LinkInputs *inputs);
/* The line as it is. */
DriverWords step_pass(Arena *arena, const Line *line, const DriverPaths *paths);

#endif
