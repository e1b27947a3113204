/* The truth about a claim: the reference interpreter runs the unsliced program on the
 * inputs that an engine found, in a child of its own. */
#ifndef BELAY_LEDGER_REPLAY_H
#define BELAY_LEDGER_REPLAY_H

#include "ledger/engine.h"

typedef struct Replay {
  bool believed;      /* a check of the ledger was broken in a run that can happen */
  CheckId check;      /* that check */
  const char *reason; /* not believed: how the run ended instead */
  const char *report; /* believed: text of the violation */
  Inputs choices;     /* believed: all choices of the run */
  RunPath path;       /* believed: its decisions */
  double cpu_seconds;
} Replay;

/* `claimed`: the check that the engine says is broken. All in `arena`. */
Replay replay_inputs(const Ledger *ledger, const EngineOptions *options, CheckId claimed,
                     const Inputs *inputs, EngineBudget budget, Arena *arena);

#endif
