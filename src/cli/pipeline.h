/* How `belay check` goes about a program. */
#ifndef BELAY_CLI_PIPELINE_H
#define BELAY_CLI_PIPELINE_H

#include "cli/engines.h"
#include "ledger/engine.h"
#include "ledger/ledger.h"

typedef struct EngineReport {
  const Engine *engine;
  EngineResult result;
} EngineReport;

typedef struct PipelineOptions {
  EngineList engines; /* in this order */
  EngineOptions engine;
  uint64_t memory; /* bytes for each engine; 0: no limit */
  uint32_t jobs;   /* engines at a time, at least 1 */
} PipelineOptions;

typedef struct Outcome {
  Ledger *ledger;
  Vec(EngineReport) reports; /* the engines that ran, in order */
  bool out_of_time;          /* an engine did not get its turn */
} Outcome;

/* requires: a ledger with all checks open, budget_start.  yields: it closed as far as the
 * engines could. */
Outcome pipeline_run(Arena *arena, Ledger *ledger, const PipelineOptions *options);

#endif
