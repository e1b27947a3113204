/* Input vectors for trial runs: a style for each run, the same at every call. */
#ifndef BELAY_CONCRETE_INPUTS_STYLE_H
#define BELAY_CONCRETE_INPUTS_STYLE_H

#include "ir/inputs.h"

/* How many styles there are; 0 is not "all default". */
uint32_t inputs_style_count(void);
/* "all ones", "small random numbers (3)", ... */
const char *inputs_style_text(uint32_t style, Arena *arena);
/* `count` values for `input`. */
Inputs inputs_style_make(uint32_t style, uint32_t count, Arena *arena);
/* The byte that uninitialised memory holds beside them. */
uint8_t inputs_style_fill(uint32_t style);
/* The first allocation of each instruction fails; or that of `only`, when it is one. */
Inputs inputs_failing_allocs(const Program *p, Val only, Arena *arena);

#endif
