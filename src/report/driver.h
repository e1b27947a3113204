/* A run as C: a file to be compiled with the program, which hands it the same inputs. */
#ifndef BELAY_REPORT_DRIVER_H
#define BELAY_REPORT_DRIVER_H

#include "ir/inputs.h"

/* The text of the file. *lost, in words, is what of the inputs cannot be handed over to a
 * native program; NULL when all of them can. */
const char *driver_text(const Program *p, const Inputs *choices, Arena *arena,
                        const char **lost);
/* Some allocation fails: the linker has to lead malloc, calloc and realloc through the
 * driver. */
bool driver_wraps_malloc(const Inputs *choices);

#endif
