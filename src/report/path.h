/* The way of a run to its end, for a person: the command line, branches with their source
 * lines, and inputs at the place where they were read. */
#ifndef BELAY_REPORT_PATH_H
#define BELAY_REPORT_PATH_H

#include "ir/interp.h"

/* Nothing at all when the run made no decision. `all`: also what is usually left out of
 * the middle. */
void report_path(const Program *p, const Inputs *choices, const RunPath *path, bool all,
                 Arena *arena, VecChar *out);
/* "true", "false", "case 3", "default". */
const char *path_taken(const Program *p, const PathStep *step, Arena *arena);

#endif
