/* Work in a forked child with limits: what it sends through its channel and how it ended.
 * Whatever it does there, the parent goes on. */
#ifndef BELAY_LEDGER_CHILD_H
#define BELAY_LEDGER_CHILD_H

#include <sys/types.h>

#include "ledger/engine.h"

typedef struct Child {
  pid_t pid;        /* 0: not running; also the id of its process group */
  int channel;      /* what it sends; -1 when closed */
  int errors;       /* what it prints; -1 when closed or not caught */
  VecChar received; /* of the channel, not yet used by the caller */
  VecChar printed;  /* the first and the last of what it printed */
  Arena *arena;
  EngineBudget budget;
  double started, wall_limit; /* seconds; no limit: INFINITY */
  bool stopped;               /* by child_stop */
  bool overslept;             /* by its limit of real time */
} Child;

typedef struct ChildEnd {
  EngineEnd end;
  double cpu_seconds;
  const char *reason; /* why it did not end well, in words; NULL when it did */
} ChildEnd;

/* Runs `body` in a child, which ends when it returns. False when there can be no child.
 */
bool child_start(Child *child, Arena *arena, EngineBudget budget,
                 void (*body)(void *context, int channel), void *context);
/* Takes in what there is to read, waiting up to `seconds` for any of the children; ends
 * those that take too long. */
void child_wait_any(Child *const *children, uint32_t count, double seconds);
/* Whether more may come. */
static inline bool child_is_open(const Child *child) { return child->channel >= 0; }
/* Ends it and all its descendants. */
void child_stop(Child *child);
/* requires: not open, or stopped. Takes leave of it; what is still there is read. */
ChildEnd child_finish(Child *child, Arena *arena);

/* In a child: see engine_interrupted. */
bool child_interrupted(void);
double child_seconds_left(void);
/* Seconds of a clock that only goes forward. */
double child_clock(void);

#endif
