/* One line on the terminal about what is going on, for anything that takes over a second;
 * gone again before anything else is printed. */
#ifndef BELAY_CLI_PROGRESS_H
#define BELAY_CLI_PROGRESS_H

#include "ledger/engine.h"

/* Nothing is shown unless standard error is a terminal. */
void progress_start(void);
void progress_stage(const char *stage);
/* For EngineOptions.progress. */
void progress_engine(void *context, const EngineProgress *engine);
/* Takes the line away. */
void progress_stop(void);

#endif
