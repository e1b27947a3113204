/* What the choices of a run mean outside of it: the command line, the bytes on standard
 * input, and a choice in words. */
#ifndef BELAY_REPORT_WORLD_H
#define BELAY_REPORT_WORLD_H

#include "ir/inputs.h"

typedef struct World {
  Vec(VecChar) arguments; /* argv, each with a 0 behind it; empty when nobody asked */
  bool reads_input;
  VecChar input; /* standard input up to its end or to where the run stopped */
} World;

World world_of(const Program *p, const Inputs *choices, Arena *arena);
/* "argc", "stdin", "nondet", the name of a parameter, ...; NULL for other choices. */
const char *world_source(const Program *p, const Choice *choice);
/* Part of the command line or of standard input. */
bool world_covers(const Program *p, const Choice *choice);
/* The value in words: 7, 65 ('A'), null, fails, ... */
const char *world_value(const Program *p, const Choice *choice, Arena *arena);
/* As a C string literal, cut after `most` bytes. */
const char *world_quoted(const char *bytes, size_t length, size_t most, Arena *arena);

#endif
