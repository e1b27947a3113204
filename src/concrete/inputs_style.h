/* Input vectors for trial runs: a style for each run, the same at every call. */
#ifndef BELAY_CONCRETE_INPUTS_STYLE_H
#define BELAY_CONCRETE_INPUTS_STYLE_H

#include "ir/inputs.h"

/* How many styles there are; 0 is not "all default". */
uint32_t inputs_style_count(void);
/* "all ones", "small random numbers (3)", ... */
const char *inputs_style_text(uint32_t style, Arena *arena);
/* `count` values for `input`, and, when `uninit`, some for each load of the program: as
 * if all uninitialised memory was filled with one byte, inputs_style_fill. */
Inputs inputs_style_make(const Program *p, uint32_t style, uint32_t count, bool uninit,
                         Arena *arena);
uint8_t inputs_style_fill(uint32_t style);
/* Whether every load of uninitialised memory in a run gave `fill` bytes: two loads of the
 * same bytes that differ are legal, but not what anyone calls a bug. */
bool inputs_filled(const Program *p, const Inputs *choices, uint8_t fill);
/* The first allocation of each instruction fails; or that of `only`, when it is one. */
Inputs inputs_failing_allocs(const Program *p, Val only, Arena *arena);

#endif
