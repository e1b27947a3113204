/* A violation for a person, in the style of gcc's messages: what happened, the line, the
 * calls that led there, and where the object was made and ended. `belay run`, `belay
 * check` and the runner of engines all print bugs with this. */
#ifndef BELAY_REPORT_VIOLATION_H
#define BELAY_REPORT_VIOLATION_H

#include "ir/interp.h"

typedef struct ReportOptions {
  bool color; /* escape sequences for a terminal */
} ReportOptions;

/* requires: run->end is RUN_VIOLATION. */
void report_violation(const Program *p, const RunResult *run,
                      const ReportOptions *options, Arena *arena, VecChar *out);
/* Without colors; fits EngineOptions.render. */
void violation_render(const Program *p, const RunResult *run, Arena *arena, VecChar *out);
/* The same as a string. */
const char *violation_text(const Program *p, const RunResult *run, Arena *arena);
/* The headline alone, without place: "write out of bounds [CWE-787]: 4 bytes at ..." */
const char *violation_summary(const Program *p, const Violation *violation, Arena *arena);
/* Where the user is told that it is: the innermost frame of the user's own code. An index
 * into positions, 0 when nothing is known. */
uint32_t violation_position(const Program *p, const Violation *violation);

#endif
