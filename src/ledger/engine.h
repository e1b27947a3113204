/* What an engine is and how it is run: in a forked child, with a CPU and a memory budget,
 * sending what it decides as it decides it. A crash, a timeout or a full memory costs what
 * was not sent yet and nothing else. */
#ifndef BELAY_LEDGER_ENGINE_H
#define BELAY_LEDGER_ENGINE_H

#include "ir/inputs.h"
#include "ledger/ledger.h"

typedef struct EngineOptions {
  PropertySet properties;
  bool malloc_may_fail;
  uint64_t max_steps;   /* effort limit in the engine's own ticks; 0: none */
  int explain;          /* > 0: evidence in full */
  int argc_unknown;     /* main's arguments are inputs */
  const char *entry;    /* NULL: main */
} EngineOptions;

/* What the engine's run function gets; all of it is the child's own copy. */
typedef struct EngineRun {
  const Program *program;
  Ledger *ledger;              /* what was closed before; kept up to date by engine_safe */
  const EngineOptions *options;
  Arena *arena;                /* freed with the process */
  struct EngineChannel *channel;
} EngineRun;

typedef struct Engine {
  const char *name;
  const char *help;
  bool proves;  /* may call engine_safe */
  bool finds;   /* may call engine_broken */
  void (*run)(EngineRun *run);
} Engine;

/* Called by engines. Evidence is copied. */
void engine_safe(EngineRun *run, CheckId check, const char *evidence);
/* Not yet a bug: the parent replays the inputs on the unsliced program and only then believes
 * it. Returns at once; the engine goes on. */
void engine_broken(EngineRun *run, CheckId check, const Inputs *inputs, const char *evidence);
/* An over-approximation's alarm: stays open, but worth looking at first. */
void engine_suspect(EngineRun *run, CheckId check, const char *evidence);
/* Why a check stays open, in words. */
void engine_unknown(EngineRun *run, CheckId check, const char *reason);
/* Why the engine as a whole could not say more. */
void engine_gave_up(EngineRun *run, const char *reason);
void engine_statistic(EngineRun *run, const char *name, double value);

typedef enum EngineEnd { ENGINE_DONE, ENGINE_CRASHED, ENGINE_TIMEOUT, ENGINE_OUT_OF_MEMORY } EngineEnd;

typedef struct EngineResult {
  EngineEnd end;
  double cpu_seconds;
  uint32_t safe, broken, suspect; /* checks decided by this run */
  const char *reason;             /* gave up or died because; NULL when it finished */
} EngineResult;

typedef struct EngineBudget {
  double cpu_seconds; /* 0: none */
  uint64_t memory;    /* bytes; 0: none */
} EngineBudget;

/* Runs one engine in a child and takes its answers into the ledger. Stops early when a
 * check was found broken (after replay). */
EngineResult engine_run(const Engine *engine, Ledger *ledger, const EngineOptions *options,
                        EngineBudget budget);

#endif
