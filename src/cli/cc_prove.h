/* Which checks a unit or program compiled by `belay cc` does without. */
#ifndef BELAY_CLI_CC_PROVE_H
#define BELAY_CLI_CC_PROVE_H

#include "driver/driver.h"
#include "guard/unit.h"

typedef struct ProveOptions {
  bool closed;    /* runs start at main; otherwise at any function, with anything */
  bool all;       /* every engine, not points alone */
  bool optimised; /* the code is going to be */
  double seconds; /* processor time for the engines */
  uint64_t steps_least, steps; /* of points: at least, for each instruction; 0: its own */
  unsigned most;               /* checks; with more it is not worth it */
} ProveOptions;

typedef struct Proved {
  GuardPlan plan;
  GuardCounts counts;
} Proved;

/* Reads the files, lets the engines close what they can, and writes the code with checks
 * for the rest. NULL, or why it could not. */
const char *prove_and_guard(Arena *arena, const DriverWords *bitcode, const char *output,
                            const GuardKept *kept, const ProveOptions *options,
                            Proved *proved);

#endif
